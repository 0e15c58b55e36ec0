// Statements of all classes, with people, numbers, times and free text at every place that takes one.
import type { Writer } from './make-cda.ts'
import { address, id, related, role, telecom, time } from './make-header.ts'
import { makeRemark } from './remarks.ts'

export function makeEntry(w: Writer, part?: 'author'): string {
  return part === 'author' ? author(w) : statement(w, 0)
}

function statement(w: Writer, depth: number): string {
  const { tag, random } = w
  const [local, classCode] = random.pick([
    ['observation', 'OBS'],
    ['act', 'ACT'],
    ['encounter', 'ENC'],
    ['procedure', 'PROC'],
    ['substanceAdministration', 'SBADM'],
    ['supply', 'SPLY'],
    ['organizer', 'CLUSTER'],
  ] as const)
  const negated = random.chance(0.2) ? ' negationInd="true"' : ''
  const inner = [
    tag('templateId', '', ` root="2.16.840.1.113883.10.20.22.4.${random.int(1, 99)}"`),
    id(w),
    tag('code', w.text('originalText', makeRemark(w.someone(), random)), ' code="8302-2" codeSystem="2.16.840.1.113883.6.1"'),
    random.chance(0.5) ? w.text('text', makeRemark(w.someone(), random)) : tag('text', tag('reference', '', ' value="#c1"')),
    tag('statusCode', '', ' code="completed"'),
    tag('effectiveTime', time(w, 'low') + time(w, 'high'), ` xsi:type="${random.pick(['IVL_TS', 'PIVL_TS', 'EIVL_TS'])}"`),
    local === 'observation' ? value(w) : '',
    random.chance(0.4) ? author(w) : '',
    random.chance(0.4) ? performer(w) : '',
    random.chance(0.4) ? participant(w) : '',
    random.chance(0.3) ? tag('informant', tag('relatedEntity', related(w), ' classCode="PRS"')) : '',
    random.chance(0.2) ? specimenOrProduct(w, local) : '',
    random.chance(0.2)
      ? tag('reference', tag('externalDocument', id(w) + w.text('text', makeRemark(w.someone(), random))), ' typeCode="REFR"')
      : '',
    depth < 2 && random.chance(0.4)
      ? tag(local === 'organizer' ? 'component' : 'entryRelationship', statement(w, depth + 1), ' typeCode="SUBJ"')
      : '',
    random.chance(0.15) ? `<sdtc:remark>${w.text('note', makeRemark(w.someone(), random))}</sdtc:remark>` : '',
  ]
  return tag(local, inner.join('\n'), ` classCode="${classCode}" moodCode="EVN"${negated}${w.nothing()}`)
}

function author(w: Writer): string {
  return w.tag('author', time(w, 'time') + w.tag('assignedAuthor', role(w, 'assignedPerson', 'representedOrganization')))
}

function performer(w: Writer): string {
  return w.tag('performer', w.tag('assignedEntity', role(w, 'assignedPerson', 'representedOrganization')))
}

function participant(w: Writer): string {
  const { family, given } = w.someone()
  const playing = w.tag('playingEntity', w.text('name', `${given} ${family}`) + w.text('desc', makeRemark(w.someone(), w.random)))
  return w.tag('participant', w.tag('participantRole', id(w) + address(w) + telecom(w) + playing, ' classCode="MANU"'), ' typeCode="IND"')
}

function specimenOrProduct(w: Writer, local: string): string {
  if (local === 'observation' || local === 'procedure')
    return w.tag(
      'specimen',
      w.tag('specimenRole', id(w) + w.tag('specimenPlayingEntity', w.text('name', makeRemark(w.someone(), w.random)))),
    )
  if (local !== 'supply' && local !== 'substanceAdministration') return ''
  const lot = w.text('lotNumberText', w.someone().record)
  const material = w.tag(
    'manufacturedMaterial',
    w.tag('code', '', ' code="x" codeSystem="1.2.3"') + w.text('name', makeRemark(w.someone(), w.random)) + lot,
  )
  return w.tag('consumable', w.tag('manufacturedProduct', id(w) + material))
}

function value(w: Writer): string {
  const { tag, random } = w
  const person = w.someone()
  switch (random.int(0, 6)) {
    case 0:
      return w.text('value', makeRemark(person, random), ' xsi:type="ST"')
    case 1:
      return w.text('value', makeRemark(person, random), ' xsi:type="ED" mediaType="text/plain"')
    case 2:
      return tag(
        'value',
        '',
        ` xsi:type="CD" code="73211009" codeSystem="2.16.840.1.113883.6.96"${w.attribute('displayName', `Seen by Dr. ${person.family}`)}`,
      )
    case 3:
      return tag('value', '', ` xsi:type="TS"${w.attribute('value', person.born)}`)
    case 4:
      return tag('value', w.text('given', person.given) + w.text('family', person.family), ' xsi:type="PN"')
    case 5:
      return tag('value', '', ` xsi:type="II"${w.attribute('extension', person.ssn)} root="2.16.840.1.113883.4.1"`)
    default:
      return tag(
        'value',
        Buffer.from(makeRemark(person, random)).toString('base64'),
        ' xsi:type="ED" mediaType="text/plain" representation="B64"',
      )
  }
}
