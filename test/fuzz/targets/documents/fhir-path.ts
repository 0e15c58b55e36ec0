// FHIRPath: an expression is refused with invalid_input, or gives the same answer twice.
import { ProblemError } from '../../../../src/core/problem.ts'
import { runTool } from '../../../../src/core/run.ts'
import { fhirPath } from '../../../../src/tools/fhir/path.ts'
import { bytesOf, expectThat, type FuzzTarget, refusableLater, textOf } from '../../engine/target.ts'
import { readWholeCall, runWholeCall } from '../../engine/whole-call.ts'

const RESOURCE =
  '{"resourceType":"Patient","id":"p1","active":true,"name":[{"use":"official","family":"Sample","given":["Ada","B"]},{"given":["Addie"]}],"birthDate":"1970-01-02","contact":[{"telecom":[{"value":"1"}]}]}'
const SEEDS = [
  ...[
    "name.where(use = 'official').given",
    "name.given.first() & 'x'",
    'birthDate > @1960-01-01',
    '(1 + 2) * 3 div 2 mod 2',
    "name[0].family.matches('^S')",
  ],
  ...[
    'name.all(given.exists()) and active',
    'iif(active, 1, 2)',
    "'2 mg' ~ 2 'mg'",
    'name.select(given | family).distinct().count()',
    '@2020-01-01T00:00:00Z + 1 year',
  ],
  ...[
    'name.given.aggregate($total + $this.length(), 0)',
    '%context.name.repeat(given)',
    "name.family.replace('a','b').substring(1,2).upper()",
    '{} is Integer',
    'name as HumanName',
  ],
  ...[
    "'abc'.indexOf('b').toString().toQuantity()",
    '1.5.round(1).ln().power(2).sqrt()',
    '5 in (1|5)',
    "name.trace('x').ofType(HumanName).skip(1).take(1).tail()",
  ],
]

export const target: FuzzTarget = {
  covers: ['src/formats/fhir/path'],
  dictionary: [
    '.where(',
    ')',
    ' and ',
    ' or ',
    ' xor ',
    ' implies ',
    ' is ',
    ' as ',
    ' in ',
    ' contains ',
    '@2020-01-01',
    "'",
    '`',
    '$this',
    '%resource',
    '~',
    '!~',
    '|',
    '&',
  ],
  maxBytes: 400,
  seeds: () => SEEDS.map(bytesOf),
  async run(input) {
    const call = readWholeCall(input)
    if (call) {
      await runWholeCall([fhirPath], call)
      return
    }
    const expression = textOf(input)
    const run = () => refusableLater(() => runTool(fhirPath, { resource: RESOURCE }, { expression }))
    const first = await run()
    if (first instanceof ProblemError) return
    expectThat(
      JSON.stringify(await run()) === JSON.stringify(first) || /now\(|today\(|timeOfDay\(/.test(expression),
      'the same answer twice',
    )
  },
}
