// The views of results in a real browser: jumps, runs that follow what is typed, both sides of a change, and hostile values as text.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Bench, hasChromium, openBench, runTool, showTool, WAIT_MS } from './browser.ts'

const HOSTILE = '<img src=x onerror="document.title=1"><b>bold</b>'
const XML_HOSTILE = HOSTILE.replaceAll('<', '&lt;')

describe.skipIf(!hasChromium)('the views of results', { timeout: 2 * WAIT_MS }, () => {
  let bench: Bench

  beforeAll(async () => {
    bench = await openBench()
    await bench.page.setViewportSize({ width: 1280, height: 800 })
  })
  afterEach(async () => {
    expect(bench.readConsoleErrors()).toEqual([])
    expect(bench.readRequests().filter(({ method, url }) => method !== 'GET' || /^\/(?:api\/)?v1\//.test(url.pathname))).toEqual([])
    expect(await bench.page.locator('main img, main b:has-text("bold"), main script').count()).toBe(0)
  })
  afterAll(() => bench?.close())

  const fill = (text: string) => bench.page.fill('.document textarea >> nth=0', text)
  const run = async (id: string, text: string) => {
    await showTool(bench, id)
    await fill(text)
    await runTool(bench)
  }
  const text = (selector: string) => bench.page.locator(selector).first().textContent()
  const waitFor = (selector: string) => bench.page.waitForSelector(selector, { timeout: WAIT_MS / 5 })

  describe('findings beside the resource', () => {
    const resource = JSON.stringify({ resourceType: 'Patient', active: HOSTILE, gender: HOSTILE, contact: [{}] }, undefined, 2)

    test('jump to their line, by the keyboard too', async () => {
      await run('fhir/validate', resource)
      await waitFor('.placed')
      const entry = bench.page.locator('.placed button', { hasText: 'Patient.gender' })
      await entry.focus()
      await bench.page.keyboard.press('Enter')
      await waitFor('.line.current')
      expect(await text('.line.current')).toBe(`4  "gender": ${JSON.stringify(HOSTILE)},`)
      expect(await text('.source .chosen')).toBe('"gender"')
      expect(await entry.getAttribute('aria-pressed')).toBe('true')
    })

    test('are sentences that can be chosen by severity', async () => {
      const count = () => bench.page.locator('.placed > li').count()
      const all = await count()
      const warnings = await bench.page.locator('.placed > li.warning').count()
      expect(warnings).toBeGreaterThan(0)
      await bench.page.click('.chip.warning')
      expect(await count()).toBe(all - warnings)
      await bench.page.click('.chip.warning')
      expect(await count()).toBe(all)
    })

    test('lead into a long text whose lines are not all drawn', async () => {
      const names = Array.from({ length: 700 }, () => ({ family: 'Sample', use: 'usual' }))
      await run('fhir/validate', JSON.stringify({ resourceType: 'Patient', name: names, gender: 'x' }, undefined, 1))
      await waitFor('.placed')
      expect(await bench.page.locator('.line').count()).toBe(400)
      await bench.page.locator('.placed button', { hasText: 'Patient.gender' }).click()
      await waitFor('.line.current:has-text("gender")')
      expect(await bench.page.locator('.line.current .chosen').isVisible()).toBe(true)
    })
  })

  test('findings of a message are sentences beside it, and jump to their place', async () => {
    const { page } = bench
    await run(
      'hl7/validate',
      `MSH|^~\\&|A|B|C|D|20260102||ADT^A01^ADT_A01|é1|P|2.5\nEVN||20260102\nPID|1||7^^^X^MR||${HOSTILE}||19700230|F`,
    )
    await waitFor('.placed')
    await page.locator('.placed button', { hasText: 'PID-7' }).click()
    expect(await text('.placed button:has-text("PID-7") .sentence')).toBe('Error The date or time is invalid.')
    expect(await text('.source .chosen')).toBe('19700230')
    expect(await text('.line.current')).toContain(HOSTILE)
    // Where a segment is missing, the end of the one before it stands for its place.
    await page.locator('.placed button', { hasText: 'segment_missing' }).click()
    expect(await text('.source .chosen')).toBe('F')
  })

  test('resources are cards that open into their elements, and references lead to others', async () => {
    const { page } = bench
    await run(
      'hl7/to-fhir',
      `MSH|^~\\&|A|B|C|D|20260102||ADT^A01^ADT_A01|1|P|2.5\nEVN||20260102\nPID|1||7^^^X^MR||${HOSTILE.replaceAll('"', '')}^Ada||19700203|F\nPV1|1|I`,
    )
    const card = (name: string) => page.locator('.resource-card', { hasText: name })
    await card('Encounter').locator('summary').first().click()
    await waitFor('.resource-card.open .element-leaf')
    await card('Encounter').locator('.link').first().click()
    await waitFor('.resource-card.open:has-text("Patient") .element-leaf:has-text("family")')
    expect(await page.evaluate('document.activeElement.textContent')).toContain('Ada')
    expect(await text('.resource-card.open:has-text("Patient") .element-leaf:has-text("family") .element-value')).toContain('<b>bold</b>')
  })

  test('an expression is evaluated as it is typed, and the last results stay while it is broken', async () => {
    await showTool(bench, 'fhir/path')
    await fill(JSON.stringify({ resourceType: 'Patient', name: [{ given: [HOSTILE, 'Ada'] }] }, undefined, 2))
    const expression = bench.page.getByLabel('Expression')
    await expression.pressSequentially('name.given')
    await waitFor('.lead >> text="2 results"')
    expect(await text('.result-value')).toBe(HOSTILE)
    await bench.page.click('.placed button >> nth=1')
    await waitFor('.line.current:has-text("Ada")')
    await expression.press('End')
    await expression.pressSequentially('.first(')
    await waitFor('.result .problem')
    expect(await text('.stale .lead')).toBe('2 results')
    await expression.pressSequentially(')')
    await waitFor('.lead >> text="1 result"')
    expect(await bench.page.locator('.result .problem').count()).toBe(0)
    expect(new URL(bench.page.url()).hash).toBe('#/fhir/path')
  })

  test('a view is edited column by column with its table beside', async () => {
    await showTool(bench, 'fhir/flatten')
    await bench.page.selectOption('.examples', '0')
    await waitFor('.view-rows')
    const heads = () => bench.page.locator('.view-rows th').allTextContents()
    // The example gives CSV: the table is made from the same view.
    expect(await heads()).toEqual(['key', 'borndate', 'family'])
    await bench.page.getByLabel('Name of column 1, part 2').fill('surname')
    await expect.poll(heads, { timeout: WAIT_MS }).toEqual(['key', 'borndate', 'surname'])
    await bench.page.click('text=Add a column >> nth=1')
    await bench.page.getByLabel('Name of column 2, part 2').fill('first')
    await bench.page.getByLabel('Path of column 2, part 2').fill('given.first()')
    await expect
      .poll(() => bench.page.locator('.view-rows tbody tr').first().allTextContents(), { timeout: WAIT_MS })
      .toEqual(['Patient/p11970-01-02SampleAda'])
    await bench.page.getByLabel('Remove column born').click()
    await expect.poll(heads, { timeout: WAIT_MS }).toEqual(['key', 'surname', 'first'])
    await bench.page.click('text=As JSON')
    expect(await bench.page.locator('details.folded textarea').inputValue()).not.toContain('birthDate')
  })

  const row = async (path: string) =>
    (
      await bench.page
        .locator('.element-diff tr', { has: bench.page.locator(`td.path:text-is("${path}")`) })
        .locator('td')
        .allTextContents()
    ).slice(1)

  test('a resource stands before and after its identifiers went, element by element', async () => {
    const patient = { resourceType: 'Patient', name: [{ family: `Sample ${HOSTILE}` }], gender: 'female', birthDate: '1970-01-02' }
    await run('phi/deidentify-fhir', JSON.stringify(patient))
    await waitFor('.element-diff')
    expect(await row('name.family')).toEqual([`Sample ${HOSTILE}`, '[NAME]', 'Name: replace'])
    expect(await row('birthDate')).toEqual(['1970-01-02', '1970', 'Date: year'])
    expect(await row('gender')).toEqual(['female', 'female', ''])
    await bench.page.click('text=Only changes')
    expect(await row('gender')).toEqual([])
    expect(await row('birthDate')).toEqual(['1970-01-02', '1970', 'Date: year'])
    expect(await bench.page.locator('.result').textContent()).not.toContain('eyJ')
  })

  test('a long resource is laid out in several tasks, and the next one takes its place', async () => {
    await showTool(bench, 'phi/deidentify-fhir')
    // Every task has its time behind it after one step, however fast the machine is.
    await bench.page.evaluate(
      '{ const now = performance.now.bind(performance); let late = 0; performance.now = () => now() + (late += 50) }',
    )
    const name = Array.from({ length: 1_500 }, () => ({ family: 'Sample' }))
    await fill(JSON.stringify({ resourceType: 'Patient', name }))
    await expect.poll(() => row('name[1].family'), { timeout: WAIT_MS }).toEqual(['Sample', '[NAME]', 'Name: replace'])
    await fill(JSON.stringify({ resourceType: 'Patient', name: [{ family: 'Brown' }], gender: 'male' }))
    await expect.poll(() => row('name.family'), { timeout: WAIT_MS }).toEqual(['Brown', '[NAME]', 'Name: replace'])
    expect(await row('name[1].family')).toEqual([])
    // Not for the tests that follow.
    await bench.page.reload()
  })

  test('a converted resource is a text with lines and colours', async () => {
    await run('fhir/convert', JSON.stringify({ resourceType: 'Patient', name: [{ text: HOSTILE }] }))
    await waitFor('.source .token-tag')
    expect(await bench.page.locator('.source .token-string').allTextContents()).toContainEqual(
      expect.stringContaining('&lt;img src=x onerror='),
    )
  })

  test('units are converted as they are typed, and a suggestion takes the place of what was meant', async () => {
    await showTool(bench, 'code/ucum')
    await bench.page.locator('.document textarea').pressSequentially('37 Cel')
    await bench.page.getByLabel('To', { exact: true }).fill('[degF]')
    await waitFor('.conversion >> text="98.6 [degF]"')
    await fill(`5 mcg\n${HOSTILE}`)
    await waitFor('.suggestions')
    expect(await text('.code-cards')).toContain(HOSTILE)
    await bench.page.getByLabel('To', { exact: true }).fill('mg')
    await bench.page.click('.suggestions button')
    await waitFor('.conversion >> text="0.005 mg"')
    expect(await bench.page.locator('.document textarea').inputValue()).toBe(`5 ug\n${HOSTILE}`)
  })

  test('a result goes with the text that it was made of', async () => {
    await showTool(bench, 'code/ucum')
    await fill('37 Cel')
    await waitFor('.conversion')
    await fill('')
    await waitFor('text=The result appears as you type.')
    expect(await bench.page.locator('.conversion').count()).toBe(0)
  })

  test('identifiers show their parts, what is wrong where, and other schemes', async () => {
    await showTool(bench, 'code/check-id')
    await bench.page.getByLabel('Type').selectOption('pl-pesel')
    await fill('44051401359\n44051401358')
    await waitFor('.labelled')
    expect(await bench.page.locator('.labelled-part').allTextContents()).toEqual(['440514Birth date', '013Serial', '5Sex', '9Check digit'])
    expect(await text('mark.wrong')).toBe('8')
    expect(await text('.sentences')).toBe('The check digit is wrong.')
    await bench.page.getByLabel('Type').selectOption('auto')
    await fill(`9434765919\n${HOSTILE}`)
    await waitFor('.ranked')
    expect(await text('.code-cards')).toContain(HOSTILE)
  })

  test('a device label stands in its parts with their identifiers', async () => {
    await showTool(bench, 'code/udi')
    await fill(`(01)51022222233336(10)A213B1\n(01)51022222233337\n${HOSTILE}`)
    await waitFor('.labelled')
    expect((await bench.page.locator('.labelled-part').allTextContents()).slice(0, 2)).toEqual([
      '(01)51022222233336GTIN',
      '(10)A213B1BATCH/LOT',
    ])
    expect(await text('.code-cards > li.error')).toContain('expected 6')
    expect(await text('.code-cards')).toContain(HOSTILE)
    await fill('0151022222233336\u001d10A213B1')
    await expect.poll(() => text('.labelled'), { timeout: WAIT_MS }).toContain('\u241d')
  })

  test('a clinical document reads as patient, narrative with tables, and entries that point into it', async () => {
    await run('data/cda-parse', clinicalDocument())
    await waitFor('.narrative table')
    expect(await text('.patient')).toContain(`Ada ${HOSTILE}`)
    expect(await bench.page.locator('.narrative th, .narrative td').allTextContents()).toEqual(['Substance', HOSTILE])
    const entry = bench.page.locator('.items-beside button')
    expect(await entry.textContent()).toContain('Negated')
    await entry.click()
    await waitFor('.narrative .chosen')
    expect(await text('.narrative .chosen')).toBe(HOSTILE)
  })

  test('an interchange is a tree with its sums, and leads to what does not balance', async () => {
    await run('data/x12-parse', remittance())
    await waitFor('.segment-row')
    expect(await text('.sums')).toBe('Payment100.00Claims2Charged250.00Paid for claims200.00Provider adjustments0.00')
    expect(await text('.transaction > summary')).toContain('off')
    expect(await bench.page.locator('.node.part > summary .strong').allTextContents()).toEqual(['Line', 'Claim payment', 'Claim payment'])
    const claim = bench.page.locator('.node.part', { hasText: 'Claim payment' }).last()
    await claim.locator('summary').first().click()
    expect(await claim.getAttribute('open')).toBeNull()
    await bench.page.locator('.issue-list button', { hasText: 'charge of the claim' }).first().click()
    await waitFor('.segment-row.current:visible')
    expect(await text('.segment-row.current')).toContain(HOSTILE.replaceAll('"', ''))
    expect(await text('.segment-row.current .row-issue:has-text("charge of the claim")')).toContain('-50')
  })

  test('an acknowledgment says what was accepted', async () => {
    await showTool(bench, 'data/x12-ack')
    await bench.page.selectOption('.examples', '0')
    await runTool(bench)
    await waitFor('.segments-list')
    expect(await text('.segments-list li:has-text("IK5")')).toContain('rejected')
  })
})

function clinicalDocument(): string {
  return `<ClinicalDocument xmlns="urn:hl7-org:v3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><recordTarget><patientRole><id root="1.2"/><patient><name><given>Ada</given> <family>${XML_HOSTILE}</family></name></patient></patientRole></recordTarget>
<component><structuredBody><component><section><code code="48765-2" codeSystem="2.16.840.1.113883.6.1"/><title>Allergies</title>
<text><table><thead><tr><th>Substance</th></tr></thead><tbody><tr><td ID="a1">${XML_HOSTILE}</td></tr></tbody></table></text>
<entry><observation classCode="OBS" moodCode="EVN" negationInd="true"><code code="ASSERTION" codeSystem="2.16.840.1.113883.5.4"/><text><reference value="#a1"/></text><value xsi:type="CD" code="1" displayName="${XML_HOSTILE.replaceAll('"', '&quot;')}"/></observation></entry>
</section></component></structuredBody></component></ClinicalDocument>`
}

/** Of the second claim 50 were neither paid nor adjusted, and the payment is short of both. */
function remittance(): string {
  const hostile = HOSTILE.replaceAll('"', '')
  return [
    'ISA*00*          *00*          *ZZ*SENDER         *ZZ*RECEIVER       *260102*0809*^*00501*000000007*0*T*:~',
    'GS*HP*SENDER*RECEIVER*20260102*0809*7*X*005010X221A1~ST*835*0001~BPR*I*100*C*CHK~',
    `LX*1~CLP*C-1*1*100*100**12~DTM*050*20260102~CLP*${hostile}*1*150*100**12~DTM*050*20260102~SE*8*0001~GE*1*7~IEA*1*000000007~`,
  ].join('')
}
