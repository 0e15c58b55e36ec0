// All elements of a resource as a tree that opens; a reference leads to the card of its resource.
import type { VNode } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { h } from '../../draw.ts'
import { t } from '../../language/language.ts'
import { useMoreRows } from '../more-rows.ts'
import { type ElementNode, readElements } from './element-tree.ts'

interface Props {
  /** The whole document. */
  readonly text: string
  /** Of the resource in it. */
  readonly index: number
  /** Resources that have a card to lead to. */
  readonly drawn: readonly number[]
  readonly onShow: (index: number) => void
}

const STEP = 100
/** Lists and objects with fewer members are open from the start. */
const MOST_OPEN = 12

interface Branch {
  readonly targets: ReadonlyMap<string, number>
  readonly onShow: Props['onShow']
}

export function ResourceTree({ text, index, drawn, onShow }: Props): VNode {
  const resources = useMemo(() => resourcesOf(text), [text])
  const targets = useMemo(() => targetsOf(resources, drawn), [resources, drawn.length])
  const found = resources[index]
  if (!found) return h('p', { class: 'quiet' }, t('None.'))
  const members = found.node.children.filter(({ name }) => name !== 'resourceType')
  return h('div', { class: 'element-tree' }, h(Branches, { nodes: members, branch: { targets, onShow }, depth: 0 }))
}

interface Resource {
  readonly node: ElementNode
  /** Of its entry; empty where it has none. */
  readonly fullUrl: string
}

export function resourcesOf(text: string): readonly Resource[] {
  const [root] = readElements(text) ?? []
  if (!root) return []
  if (valueNamed(root, 'resourceType') !== 'Bundle') return [{ node: root, fullUrl: '' }]
  return root.children.flatMap((entry) => {
    const node = entry.name === 'entry' ? entry.children.find(({ name }) => name === 'resource') : undefined
    return node ? [{ node, fullUrl: valueNamed(entry, 'fullUrl') }] : []
  })
}

/** Resources by the references that lead to them: the address in the Bundle, or type and id if no other resource has both. */
export function targetsOf(resources: readonly Resource[], drawn: readonly number[]): ReadonlyMap<string, number> {
  const found = new Map<string, Set<number>>()
  resources.forEach(({ node, fullUrl }, i) => {
    const id = valueNamed(node, 'id')
    for (const address of [fullUrl, id === '' ? '' : `${valueNamed(node, 'resourceType')}/${id}`])
      if (address !== '') found.set(address, (found.get(address) ?? new Set()).add(i))
  })
  const isDrawn = new Set(drawn)
  // Several servers may have a Patient/1: a link to the wrong one would show another person.
  return new Map(
    [...found].flatMap(([address, [first, ...others]]) => (others.length === 0 && isDrawn.has(first!) ? [[address, first!]] : [])),
  )
}

function valueNamed(node: ElementNode, name: string): string {
  return node.children.find((child) => child.name === name)?.value ?? ''
}

function Branches({ nodes, branch, depth }: { nodes: readonly ElementNode[]; branch: Branch; depth: number }): VNode {
  const { count, more } = useMoreRows(nodes.length, STEP)
  return h(
    'div',
    null,
    h(
      'ul',
      null,
      nodes
        .slice(0, count)
        .map((node, i) => h('li', { key: i }, node.children.length > 0 ? h(Node, { node, branch, depth }) : leafOf(node, branch))),
    ),
    more,
  )
}

function Node({ node, branch, depth }: { node: ElementNode; branch: Branch; depth: number }): VNode {
  const [isOpen, setOpen] = useState(depth < 3 && node.children.length <= MOST_OPEN)
  return h(
    'details',
    { open: isOpen, onToggle: (event: Event) => setOpen((event.currentTarget as HTMLDetailsElement).open) },
    h('summary', null, nameOf(node), node.value !== undefined && h('span', { class: 'element-value' }, ` ${node.value}`)),
    isOpen && h(Branches, { nodes: node.children, branch, depth: depth + 1 }),
  )
}

function leafOf(node: ElementNode, { targets, onShow }: Branch): VNode {
  const value = node.value ?? ''
  const target = node.name === 'reference' ? targets.get(value) : undefined
  return h(
    'span',
    { class: 'element-leaf' },
    nameOf(node),
    ' ',
    target === undefined
      ? h('span', { class: 'element-value' }, value)
      : h('button', { type: 'button', class: 'link', onClick: () => onShow(target) }, value),
  )
}

function nameOf({ name, index, children }: ElementNode): VNode {
  const type = children.find((child) => child.name === 'resourceType')?.value
  return h('span', { class: 'mono element-name' }, index > 0 ? `${name}[${index}]` : name, type !== undefined && ` (${type})`)
}
