// The part of JSON Schema that forms are made from.

export interface FieldSchema {
  readonly type?: string
  readonly description?: string
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly items?: FieldSchema
  readonly properties?: Readonly<Record<string, FieldSchema>>
  readonly additionalProperties?: unknown
  readonly required?: readonly string[]
  readonly anyOf?: readonly FieldSchema[]
  readonly contentEncoding?: string
  /** A secret, or what is known of a person: never part of a link. */
  readonly writeOnly?: boolean
}
