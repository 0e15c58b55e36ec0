// Headers of requests and addresses of networks: read to a known value, refused by a ProblemError, or ignored.
import { addressGroup, isInNetworks, parseAddress, parseNetwork } from '../../../../src/access/proxy/network.ts'
import { chooseForm, chooseType } from '../../../../src/http/request/accept.ts'
import { isRepeatable, readAsyncWish } from '../../../../src/http/request/prefer.ts'
import { parentSpanOf, requestIdOf, traceIdOf } from '../../../../src/http/request/trace.ts'
import { hl7Edit } from '../../../../src/tools/hl7/edit.ts'
import { phiDeidentifyDicom } from '../../../../src/tools/phi/deidentify-dicom.ts'
import { textWordCount as wordCount } from '../../../../src/tools/text/word-count.ts'
import { bytesOf, expectThat, type FuzzTarget, refusable } from '../../engine/target.ts'

const TYPES = ['application/json', 'application/zip', 'text/csv']
const FORM_TOOLS = [wordCount, hl7Edit, phiDeidentifyDicom]
const SEEDS = [
  ...[
    'application/json;q=0.5, */*;q=0.1',
    'text/*',
    'respond-async, wait=10',
    'respond-async; x="a,b"',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  ],
  ...['10.0.0.0/8', '2001:db8::/32', '::ffff:127.0.0.1', '1.2.3.4', 'fe80::1%eth0', 'a-b_c.1', 'json', 'document', 'zip', '*/*'],
]

export const target: FuzzTarget = {
  covers: ['src/access/proxy/network.ts', 'src/http/request/accept.ts', 'src/http/request/prefer.ts', 'src/http/request/trace.ts'],
  dictionary: [', ', ';q=', '*/*', 'application/json', 'respond-async', 'wait=', '::', '/', '00-', '%', '.255', '::ffff:'],
  maxBytes: 200,
  seeds: () => SEEDS.map(bytesOf),
  run(input) {
    const text = Buffer.from(input).toString('latin1')
    const type = chooseType(TYPES, text)
    expectThat(type === undefined || TYPES.includes(type), 'a type is one of those on offer')
    refusable(() => readAsyncWish(['Prefer', text], true))
    refusable(() => readAsyncWish(['Prefer', text, 'Idempotency-Key', text]))
    expectThat(/^[\x21-\x7e]{1,128}$/.test(requestIdOf(text, () => 'made')), 'a request id has no odd signs')
    const trace = traceIdOf(text)
    expectThat(trace === undefined || /^[0-9a-f]{32}$/.test(trace), 'a trace id is hexadecimal')
    parentSpanOf(text)
    for (const tool of FORM_TOOLS) {
      refusable(() => chooseForm(tool, text, undefined))
      refusable(() => chooseForm(tool, undefined, text))
    }
    isRepeatable(['Idempotency-Key', text])
    expectThat((addressGroup(text) === '') === (parseAddress(text) === undefined), 'every address has a group')
    const network = parseNetwork(text)
    const address = parseAddress(text)
    if (network && address) expectThat(isInNetworks([network], text), 'an address is in the network of itself alone')
  },
}
