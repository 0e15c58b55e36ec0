// data/cda-parse: documents of CDA R2 as header, sections, narrative and clinical items, with a count of everything that is in none of them.
import * as z from 'zod'
import { textOrBytesField } from '../../core/document.ts'
import { defineTool } from '../../core/tool.ts'
import { showAs } from '../../core/view.ts'
import { CLINICAL_KINDS } from '../../formats/cda/clinical/clinical-kinds.ts'
import { readCda } from '../../formats/cda/document.ts'
import { headerField } from '../../formats/cda/fields/header-fields.ts'
import { itemField, participationField, relationField } from '../../formats/cda/fields/statement-fields.ts'
import { codeField, identifierField, mediaField, orNull } from '../../formats/cda/fields/value-fields.ts'
import { ISSUES, type IssueCode } from '../../formats/cda/issue.ts'
import { showDocument, type TreeNode } from '../../formats/cda/show-document.ts'
import type { ShownSection } from '../../formats/cda/shown-section.ts'

const codes = Object.keys(ISSUES) as [IssueCode, ...IssueCode[]]
const text = z.string().optional()

const anchorField = z.strictObject({
  id: z.string().describe('ID in the narrative.'),
  start: z.int().min(0).nullable().describe('First character in the text of the section, from 0; null for HTML.'),
  end: z.int().min(0).nullable(),
  statements: z.array(z.string()).describe('Paths of the statements that refer to it.'),
})

const sectionField: z.ZodType<ShownSection> = z.lazy(() =>
  z.strictObject({
    path: z.string().describe('Place of the element, as an XPath.'),
    xmlId: text,
    kind: z.enum(CLINICAL_KINDS).nullable().describe('Kind of its clinical items by its code or template; null for none that is known.'),
    name: text.describe('Name of the first known template.'),
    nullFlavor: text,
    templates: z.array(z.string()),
    id: z.array(identifierField).optional(),
    code: codeField.optional(),
    title: orNull(z.string()).optional(),
    language: codeField.optional(),
    confidentiality: codeField.optional(),
    author: z.array(participationField).optional(),
    participants: z.array(participationField).optional(),
    text: z.string().nullable().describe('The narrative in the form of the option narrative; null if there is none.'),
    anchors: z.array(anchorField).describe('Parts of the narrative that statements refer to.'),
    entryCount: z.int().min(0),
    entries: z.array(relationField).optional().describe('For the views full and tree.'),
    sections: z.array(sectionField).describe('Sections within it.'),
    start: z.int().min(0).optional(),
    end: z.int().min(0).optional(),
  }),
)

const treeField: z.ZodType<TreeNode> = z.lazy(() =>
  z.strictObject({
    kind: z.enum(['element', 'text', 'cdata', 'comment', 'instruction']),
    name: text.describe('Name of an element, with its prefix; target of an instruction.'),
    namespace: text.describe('Left out if it is that of the element around it.'),
    attributes: z.array(z.strictObject({ name: z.string(), value: z.string() })).optional(),
    children: z.array(treeField).optional(),
    value: text,
    start: z.int().min(0).optional(),
    end: z.int().min(0).optional(),
  }),
)

const items = z.array(itemField)
const clinicalShape = Object.fromEntries(CLINICAL_KINDS.map((kind) => [kind, items])) as Record<
  (typeof CLINICAL_KINDS)[number],
  typeof items
>
const share = z.strictObject({ total: z.int().min(0), mapped: z.int().min(0) })

const SAMPLE = [
  '<ClinicalDocument xmlns="urn:hl7-org:v3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">',
  '<templateId root="2.16.840.1.113883.10.20.22.1.2"/><id root="1.2.3" extension="D-1"/>',
  '<code code="34133-9" codeSystem="2.16.840.1.113883.6.1"/><title>Summary</title><effectiveTime value="202601020809+0100"/>',
  '<recordTarget><patientRole><id root="1.2.3.4" extension="1001"/><patient><name><given>Ada</given><family>Sample</family></name>',
  '<birthTime value="19700102"/></patient></patientRole></recordTarget>',
  '<component><structuredBody><component><section><code code="48765-2" codeSystem="2.16.840.1.113883.6.1"/><title>Allergies</title>',
  '<text><paragraph ID="a1">No known allergies</paragraph></text>',
  '<entry><act classCode="ACT" moodCode="EVN"><templateId root="2.16.840.1.113883.10.20.22.4.30"/><statusCode code="active"/>',
  '<entryRelationship typeCode="SUBJ"><observation classCode="OBS" moodCode="EVN" negationInd="true">',
  '<templateId root="2.16.840.1.113883.10.20.22.4.7"/><text><reference value="#a1"/></text><statusCode code="completed"/>',
  '<value xsi:type="CD" code="419199007" codeSystem="2.16.840.1.113883.6.96"/></observation></entryRelationship></act></entry>',
  '</section></component></structuredBody></component></ClinicalDocument>',
].join('\n')

const RESULTS = [
  '<ClinicalDocument xmlns="urn:hl7-org:v3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">',
  '  <templateId root="2.16.840.1.113883.10.20.22.1.2"/>',
  '  <id root="1.2.3" extension="D-2"/>',
  '  <code code="34133-9" codeSystem="2.16.840.1.113883.6.1"/>',
  '  <title>Summary of the visit</title>',
  '  <effectiveTime value="202601020809+0100"/>',
  '  <recordTarget><patientRole>',
  '    <id root="1.2.3.4" extension="1001"/>',
  '    <addr use="HP"><streetAddressLine>1 Main Street</streetAddressLine><city>Springfield</city></addr>',
  '    <patient><name><given>Ada</given> <family>Sample</family></name>',
  '      <administrativeGenderCode code="F" codeSystem="2.16.840.1.113883.5.1" displayName="Female"/><birthTime value="19700102"/></patient>',
  '  </patientRole></recordTarget>',
  '  <author><time value="20260102"/><assignedAuthor><id root="1.2.3.5" extension="7"/>',
  '    <assignedPerson><name>Dr. Bo North</name></assignedPerson></assignedAuthor></author>',
  '  <component><structuredBody>',
  '    <component><section>',
  '      <templateId root="2.16.840.1.113883.10.20.22.2.3.1"/>',
  '      <code code="30954-2" codeSystem="2.16.840.1.113883.6.1"/>',
  '      <title>Results</title>',
  '      <text>',
  '        <table>',
  '          <thead><tr><th>Test</th><th>Value</th><th>Reference range</th></tr></thead>',
  '          <tbody>',
  '            <tr ID="r1"><td>Glucose</td><td>5.4 mmol/L</td><td>3.9 to 5.6</td></tr>',
  '            <tr ID="r2"><td>Sodium</td><td>149 mmol/L, high</td><td>135 to 145</td></tr>',
  '          </tbody>',
  '        </table>',
  '      </text>',
  '      <entry><organizer classCode="BATTERY" moodCode="EVN"><templateId root="2.16.840.1.113883.10.20.22.4.1"/><statusCode code="completed"/>',
  '        <component><observation classCode="OBS" moodCode="EVN"><templateId root="2.16.840.1.113883.10.20.22.4.2"/>',
  '          <code code="14749-6" codeSystem="2.16.840.1.113883.6.1" displayName="Glucose"/><text><reference value="#r1"/></text>',
  '          <statusCode code="completed"/><effectiveTime value="20260102"/><value xsi:type="PQ" value="5.4" unit="mmol/L"/></observation></component>',
  '        <component><observation classCode="OBS" moodCode="EVN"><templateId root="2.16.840.1.113883.10.20.22.4.2"/>',
  '          <code code="2951-2" codeSystem="2.16.840.1.113883.6.1" displayName="Sodium"/><text><reference value="#r2"/></text>',
  '          <statusCode code="completed"/><effectiveTime value="20260102"/><value xsi:type="PQ" value="149" unit="mmol/L"/>',
  '          <interpretationCode code="H" codeSystem="2.16.840.1.113883.5.83" displayName="High"/></observation></component>',
  '      </organizer></entry>',
  '    </section></component>',
  '  </structuredBody></component>',
  '</ClinicalDocument>',
].join('\n')

export const dataCdaParse = defineTool({
  id: 'data/cda-parse',
  version: '1.0.0',
  title: 'Parse CDA',
  summary:
    'Reads CDA and C-CDA documents as header, sections and clinical items, keeps negation and null flavors, and counts what it does not map.',
  input: z.strictObject({
    document: textOrBytesField(
      'A CDA R2 document: C-CDA of any release, IPS, scanned documents, national ones. A single section, entry or part of a header, too. UTF-8, UTF-16 or the encoding that the XML declares; no DOCTYPE.',
    ),
  }),
  options: z.strictObject({
    view: z
      .enum(['summary', 'full', 'tree'])
      .default('summary')
      .describe(
        'summary: header, sections with narrative, clinical items. full: all statements of each section, too. tree: every node of the XML, too.',
      ),
    sections: z
      .array(z.string().min(1).max(200))
      .max(100)
      .default([])
      .describe(
        'Sections to list, with their clinical items: a LOINC code, the OID of a template, or a kind such as allergies. Default: all.',
      ),
    narrative: z
      .enum(['none', 'text', 'markdown', 'html'])
      .default('text')
      .describe('Form of the narrative of sections. html has no links, scripts or styles.'),
    entries: z.boolean().default(true).describe('List clinical items and, in the views full and tree, the statements of sections.'),
    sourcePositions: z.boolean().default(false).describe('Add the start and end of sections, statements and nodes in the text, from 0.'),
    data: z.boolean().default(false).describe('Add the base64 data of embedded media, such as scanned documents.'),
    maxIssues: z
      .int()
      .min(0)
      .max(100_000)
      .default(1_000)
      .describe('Maximum number of issues, of dangling references and of unmapped paths to list. All are counted.'),
  }),
  output: z
    .strictObject({
      kind: z
        .strictObject({
          root: z.string().describe('The outermost element: ClinicalDocument, or that of a part.'),
          name: z.string().nullable().describe('Name of the first known template.'),
          code: codeField.nullable(),
          templates: z.array(z.string()).describe('An OID, or OID:extension.'),
        })
        .describe('What kind of document it is.'),
      source: z.strictObject({
        charset: z.string().nullable().describe('Encoding that the bytes were read in; null for a text.'),
        bom: z.boolean(),
        characters: z
          .int()
          .min(0)
          .describe('Length of the text that positions count in, in UTF-16 code units, without the byte order mark.'),
      }),
      header: headerField,
      nonXmlBody: mediaField.nullable().describe('The body of a document that has no sections, such as a scan.'),
      sections: z.array(sectionField),
      content: z
        .string()
        .describe('Titles and narratives of the sections as one document, in the form of the option narrative; empty for the form none.'),
      clinical: z
        .strictObject({
          ...clinicalShape,
          groups: items.describe('Statements around items: concerns, panels, family members, coverages. An item names them in within.'),
        })
        .describe('Every entry by its kind: by its template, else by its section. Everything else is in other.'),
      entries: z.array(relationField).optional().describe('Statements outside of sections, for the views full and tree.'),
      counts: z
        .strictObject({
          sections: z.int().min(0),
          entries: z.int().min(0),
          items: z.int().min(0),
          error: z.int().min(0),
          warning: z.int().min(0),
          information: z.int().min(0),
        })
        .describe('What the document holds, and issues of each severity. Items are those of the whole document.')
        .meta(showAs({ kind: 'counts' })),
      references: z.strictObject({
        total: z.int().min(0).describe('References to places in the document.'),
        resolved: z.int().min(0),
        dangling: z.array(z.strictObject({ id: z.string(), path: z.string().describe('Place of the reference.') })),
      }),
      mapped: z
        .strictObject({
          elements: share,
          attributes: share.describe('Without declarations of namespaces and places of schemas.'),
          entryElements: share.describe('Elements of entries.'),
          ratio: z.number().min(0).max(1).describe('Share of elements and attributes that are in a field of the view full.'),
        })
        .describe('How much of the document is in header, sections and statements. The view tree has all of it.'),
      unmapped: z
        .array(z.strictObject({ path: z.string(), count: z.int().min(1) }))
        .describe('Elements, attributes and texts that are in no field, by their path without positions; the most frequent first.'),
      tree: treeField
        .nullable()
        .describe('Every element, attribute, text, comment and instruction in order, for the view tree; else null.'),
      issues: z.array(
        z.strictObject({
          code: z.enum(codes).describe('What was found.'),
          severity: z.enum(['error', 'warning', 'information']),
          path: z.string().describe('Place of the element, as an XPath.'),
          line: z.int().min(1),
          column: z.int().min(1),
          message: z.string().describe('Description of the issue. Contains no value of the document.'),
        }),
      ),
    })
    .meta(showAs({ kind: 'clinical-document' })),
  document: { field: 'document', mediaTypes: ['application/xml', 'text/xml', 'application/hl7-cda+xml', 'text/plain'] },
  download: { field: 'content', mediaType: 'text/plain', extension: 'txt', isCopy: true },
  maxInputBytes: 50_000_000,
  mayRunLong: true,
  examples: [
    {
      title: 'A document that says that there are no allergies',
      input: { document: SAMPLE },
      output: {
        kind: { name: 'Continuity of Care Document (CCD)' },
        counts: { sections: 1, entries: 1, items: 1, error: 0, warning: 0, information: 0 },
        references: { total: 1, resolved: 1, dangling: [] },
        unmapped: [],
      },
    },
    {
      title: 'Results as a table, with their entries',
      input: { document: RESULTS },
      output: {
        counts: { sections: 1, entries: 1, items: 2, error: 0, warning: 0, information: 0 },
        references: { total: 2, resolved: 2, dangling: [] },
        clinical: { results: [{ code: { display: 'Glucose' } }, { code: { display: 'Sodium' } }] },
      },
    },
  ],
  run({ document }, options) {
    return showDocument(readCda(document, options), options)
  },
})
