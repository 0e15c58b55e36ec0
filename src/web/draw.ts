// Makes the nodes of the page, with checked properties for components. Children are text or nodes, never HTML.
import { type ComponentChildren, h as makeNode, type VNode } from 'preact'

type Properties = Readonly<Record<string, unknown>>

/** An element by its name, or a component with its properties. */
export function h(type: string, properties: Properties | null, ...children: ComponentChildren[]): VNode
export function h<P extends object>(
  type: (properties: P) => VNode | null,
  properties: P & { readonly key?: string | number },
  ...children: ComponentChildren[]
): VNode
export function h(type: unknown, properties: object | null, ...children: ComponentChildren[]): VNode {
  return makeNode(type as string, properties as Properties, ...children) as VNode
}
