// Values as rows, loaded when a tool first has some: a list of objects, pairs of name and value, or one of several forms.
import type { VNode } from 'preact'
import { h } from '../../draw.ts'
import type { Control } from '../field-schema.ts'
import type { FieldSchema } from '../json-schema.ts'
import type { Completion } from '../paths/completion.ts'
import { FormsControl } from './forms-control.ts'
import { PairsControl } from './pairs-control.ts'
import type { RowMembers } from './row-members.ts'
import { RowsControl } from './rows-control.ts'

export interface RowsFieldProps {
  readonly control: Control
  readonly name: string
  readonly schema: FieldSchema
  readonly value: unknown
  readonly members: RowMembers | undefined
  readonly completion: Completion | undefined
  readonly onChange: (value: unknown) => void
}

export function RowsField({ control, members, completion, ...props }: RowsFieldProps): VNode {
  if (control.kind === 'forms') return h(FormsControl, { ...props, forms: control.forms })
  return control.kind === 'pairs' ? h(PairsControl, props) : h(RowsControl, { ...props, members, completion })
}
