// The steps of a recipe: chosen, ordered and set by controls.
import type { VNode } from 'preact'
import { h } from '../draw.ts'
import { isRequired, propertiesOf, withMember } from '../form/form-state.ts'
import { OptionField } from '../form/option-field.ts'
import type { RowMembers } from '../form/rows/row-members.ts'
import { t } from '../language/language.ts'
import type { PageTool } from '../run/page-tool.ts'
import type { ToolEntry } from '../shell/tool-list.ts'
import type { Recipe, Step } from './recipe-model.ts'

interface Props {
  readonly recipe: Recipe
  /** Descriptions of the tools in it that are there. */
  readonly described: ReadonlyMap<string, PageTool>
  /** Tools that read one document. */
  readonly tools: readonly ToolEntry[]
  readonly onRecipe: (recipe: Recipe) => void
}

export function StepsEditor({ recipe, described, tools, onRecipe }: Props): VNode {
  const { steps } = recipe
  const put = (index: number, step: Step) => onRecipe({ ...recipe, steps: steps.map((old, i) => (i === index ? step : old)) })
  const move = (index: number, by: number) => {
    const order = [...steps]
    const [step] = order.splice(index, 1)
    order.splice(index + by, 0, step!)
    onRecipe({ ...recipe, steps: order })
  }
  return h(
    'div',
    { class: 'recipe-steps' },
    h(
      'ol',
      { 'aria-label': t('Steps') },
      steps.map((step, i) =>
        h(
          'li',
          { key: `${i} ${step.tool}`, class: 'recipe-step' },
          h(
            'div',
            { class: 'recipe-row' },
            h('span', { class: 'step-number', 'aria-hidden': 'true' }, i + 1),
            h(ToolChoice, {
              label: t('Tool of step {number}', { number: i + 1 }),
              value: step.tool,
              tools,
              onChoose: (tool) => put(i, { tool }),
            }),
            h(
              'button',
              {
                type: 'button',
                class: 'plain',
                disabled: i === 0,
                'aria-label': t('Move step {number} up', { number: i + 1 }),
                onClick: () => move(i, -1),
              },
              '↑',
            ),
            h(
              'button',
              {
                type: 'button',
                class: 'plain',
                disabled: i === steps.length - 1,
                'aria-label': t('Move step {number} down', { number: i + 1 }),
                onClick: () => move(i, 1),
              },
              '↓',
            ),
            h(
              'button',
              {
                type: 'button',
                class: 'plain',
                disabled: steps.length === 1,
                'aria-label': t('Remove step {number}', { number: i + 1 }),
                onClick: () => onRecipe({ ...recipe, steps: steps.filter((_, other) => other !== i) }),
              },
              '×',
            ),
          ),
          h(StepOptions, { step, tool: described.get(step.tool), onStep: (next) => put(i, next) }),
        ),
      ),
    ),
    h(ToolChoice, { label: t('Add a step'), value: '', tools, onChoose: (tool) => onRecipe({ ...recipe, steps: [...steps, { tool }] }) }),
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly tools: readonly ToolEntry[]
  readonly onChoose: (toolId: string) => void
}

function ToolChoice({ label, value, tools, onChoose }: ChoiceProps): VNode {
  const choose = (event: Event) => {
    const select = event.currentTarget as HTMLSelectElement
    onChoose(select.value)
    select.value = value
  }
  return h(
    'select',
    { 'aria-label': label, value, onChange: choose },
    value === '' && h('option', { value: '', disabled: true }, label),
    tools.every(({ id }) => id !== value) && value !== '' && h('option', { value }, t('{value} (unknown)', { value })),
    tools.map(({ id, title }) => h('option', { key: id, value: id }, title)),
  )
}

interface OptionsProps {
  readonly step: Step
  readonly tool: PageTool | undefined
  readonly onStep: (step: Step) => void
}

function StepOptions({ step, tool, onStep }: OptionsProps): VNode | null {
  if (!tool) return null
  const { options = {} } = step
  const properties = propertiesOf(tool.schemas.options)
  const needed = properties.some(([name]) => isRequired(tool.schemas.options, name))
  const count = Object.keys(options).length
  return h(
    'details',
    { class: 'folded', open: needed || undefined },
    h('summary', null, t('Options'), h('span', { class: 'optional' }, count === 0 ? t('Defaults') : t('{count} set', { count }))),
    h(
      'div',
      { class: 'option-grid' },
      properties.map(([name, schema]) =>
        h(OptionField, {
          key: name,
          name,
          schema,
          value: options[name],
          required: isRequired(tool.schemas.options, name),
          members: rowMembers(tool, name),
          onChange: (value) => onStep({ ...step, options: withMember(options, name, value) }),
        }),
      ),
    ),
  )
}

function rowMembers({ views }: PageTool, name: string): RowMembers | undefined {
  const view = views.options.find(({ path }) => path.join('/') === name)?.view
  return view?.kind === 'rows' ? view : undefined
}
