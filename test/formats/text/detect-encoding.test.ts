// Detection: each encoding that is told apart, with a text of a language that is written in it.
import { describe, expect, it } from 'vitest'
import { detectEncoding } from '../../../src/formats/text/encoding/detect-encoding.ts'
import { encodeText } from '../../../src/formats/text/encoding/encode-text.ts'
import type { EncodingName } from '../../../src/formats/text/encoding/encoding-names.ts'

const TEXTS = {
  de: 'Der Patient klagt über Schmerzen in der linken Schulter, die während der Nacht stärker werden. Größe 182 cm, Körpertemperatur 38,5 °C.',
  fr: "Le patient a été hospitalisé à la suite d'une douleur thoracique. Traitement arrêté après deux semaines, évolution favorable.",
  es: 'El paciente refiere dolor abdominal desde hace tres días. ¿Alergias? Ninguna conocida. Tensión arterial elevada, exploración anodina.',
  pt: 'O doente refere dor torácica há três dias. Não tem febre nem alterações da tensão arterial. Medicação habitual mantida.',
  sv: 'Patienten söker på grund av smärtor i vänster knä. Inga allergier är kända. Får värktabletter och återkommer på måndag.',
  pl: 'Pacjent zgłosił się z powodu bólu w klatce piersiowej. Nie gorączkował, ciśnienie tętnicze w normie, zażywa leki na nadciśnienie.',
  cs: 'Pacient přichází pro bolesti na hrudi. Krevní tlak je zvýšený, teplota normální. Léčba byla zahájena včera večer.',
  hu: 'A beteg erős mellkasi fájdalomra panaszkodik. Vérnyomása magas, gyógyszereit rendszeresen szedi. Őszi kontroll szükséges, tűszúrás.',
  tr: 'Hasta göğüs ağrısı şikâyetiyle başvurdu. Ateşi yok, kan basıncı yüksek. İlaçlarını düzenli kullanıyor.',
  ru: 'Пациент жалуется на боль в груди. Температура нормальная, артериальное давление повышено. Назначено лечение.',
  uk: 'Пацієнт скаржиться на біль у грудях. Температура нормальна, артеріальний тиск підвищений. Її ліки є в аптеці.',
  el: 'Ο ασθενής παραπονείται για πόνο στο στήθος. Η θερμοκρασία είναι φυσιολογική. Άλλα φάρμακα δεν λαμβάνει.',
  he: 'המטופל מתלונן על כאבים בחזה. החום תקין ולחץ הדם גבוה. הטיפול התחיל אתמול.',
  ar: 'يشكو المريض من ألم في الصدر. درجة الحرارة طبيعية وضغط الدم مرتفع. بدأ العلاج أمس.',
  th: 'ผู้ป่วยมีอาการเจ็บหน้าอก ไม่มีไข้ ความดันโลหิตสูง เริ่มการรักษาเมื่อวานนี้',
  lt: 'Pacientas skundžiasi krūtinės skausmu. Temperatūra normali, kraujospūdis padidėjęs. Gydymas pradėtas vakar, „vaistų“ čia užtenka.',
  ja: '患者は胸の痛みを訴えている。体温は正常で、血圧は高い。昨日から治療を開始した。アレルギーなし。',
  zh: '患者主诉胸痛三天，没有发热，血压偏高。昨天开始治疗，目前情况稳定。',
  tw: '患者主訴胸痛三天，沒有發熱，血壓偏高。昨天開始治療，目前情況穩定。',
  ko: '환자는 가슴 통증을 호소하고 있습니다. 체온은 정상이며 혈압이 높습니다. 어제부터 치료를 시작했습니다.',
  quotes: 'The patient said “I can’t sleep” – took ½ tablet… temp 38.5 °C.',
  euro: 'Le cœur est normal. Le coût est de 50 € par séance.',
  signs: 'Temp 38.5 °C, 5 µg/mL ± 2',
}
type TextName = keyof typeof TEXTS

const CASES: [TextName, EncodingName][] = [
  ['de', 'iso-8859-1'],
  ['fr', 'iso-8859-1'],
  ['es', 'iso-8859-1'],
  ['pt', 'iso-8859-1'],
  ['sv', 'iso-8859-1'],
  ['signs', 'iso-8859-1'],
  ['quotes', 'windows-1252'],
  ['euro', 'windows-1252'],
  ['euro', 'iso-8859-15'],
  ['de', 'ibm850'],
  ['fr', 'ibm850'],
  ['sv', 'ibm850'],
  ['de', 'macintosh'],
  ['fr', 'macintosh'],
  ['es', 'macintosh'],
  ['pl', 'windows-1250'],
  ['pl', 'iso-8859-2'],
  ['cs', 'windows-1250'],
  ['cs', 'iso-8859-2'],
  ['hu', 'iso-8859-2'],
  ['tr', 'iso-8859-9'],
  ['ru', 'windows-1251'],
  ['ru', 'koi8-r'],
  ['ru', 'ibm866'],
  ['ru', 'iso-8859-5'],
  ['ru', 'x-mac-cyrillic'],
  ['uk', 'windows-1251'],
  ['uk', 'koi8-u'],
  ['el', 'windows-1253'],
  ['el', 'iso-8859-7'],
  ['he', 'iso-8859-8'],
  ['ar', 'windows-1256'],
  ['ar', 'iso-8859-6'],
  ['th', 'windows-874'],
  ['lt', 'windows-1257'],
  ['lt', 'iso-8859-13'],
  ['ja', 'shift_jis'],
  ['ja', 'euc-jp'],
  ['ja', 'iso-2022-jp'],
  ['zh', 'gb18030'],
  ['tw', 'big5'],
  ['ko', 'euc-kr'],
]

/** The bytes are the same in both: the ISO name, or the larger set, stands for them. */
const ALIKE: [TextName, EncodingName, EncodingName][] = [
  ['de', 'windows-1252', 'iso-8859-1'],
  ['de', 'iso-8859-15', 'iso-8859-1'],
  ['hu', 'windows-1250', 'iso-8859-2'],
  ['tr', 'windows-1254', 'iso-8859-9'],
  ['he', 'windows-1255', 'iso-8859-8'],
  ['de', 'ibm437', 'ibm850'],
  ['zh', 'gbk', 'gb18030'],
]

const UNICODE = ['utf-8', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'] as const

const write = (text: string, encoding: EncodingName, withMark = false) => encodeText(text, encoding, { withMark, policy: 'replace' }).bytes

describe('detectEncoding', () => {
  it.each([...CASES.map(([name, encoding]) => [name, encoding, encoding] as const), ...ALIKE])(
    '%s in %s is %s',
    (name, encoding, expected) => {
      const { encoding: found, confidence, candidates } = detectEncoding(write(TEXTS[name], encoding))
      expect([found, candidates[0]?.encoding]).toEqual([expected, expected])
      expect(confidence).toBeGreaterThan(0.5)
    },
  )

  it.each(CASES)('%s in %s, at five times the length with ASCII lines between', (name, encoding) => {
    const line = `${TEXTS[name]}\r\nBP 120/80, HR 72\r\n`
    expect(detectEncoding(write(line.repeat(5), encoding)).encoding).toBe(encoding)
  })

  it.each(Object.keys(TEXTS).flatMap((name) => UNICODE.map((encoding) => [name as TextName, encoding] as const)))(
    '%s in %s',
    (name, encoding) => {
      expect(detectEncoding(write(TEXTS[name], encoding))).toMatchObject({ encoding, bom: false })
      expect(detectEncoding(write(TEXTS[name], encoding, true))).toMatchObject({ encoding, bom: true, confidence: 1 })
    },
  )

  it.each([
    ['', 'us-ascii', 1],
    ['plain', 'us-ascii', 1],
    ['a\u0000b', 'us-ascii', 1],
    ['\u0000', 'us-ascii', 1],
    ['\u001b[1mbold', 'us-ascii', 1],
    ['\u001b$ no switch', 'us-ascii', 1],
  ])('%j is %s', (text, encoding, confidence) => {
    expect(detectEncoding(new TextEncoder().encode(text))).toMatchObject({ encoding, confidence, bom: false })
  })

  it('takes much UTF-8 with a stray byte for UTF-8', () => {
    const text = new TextEncoder().encode(TEXTS.ru)
    expect(detectEncoding(Uint8Array.of(...text, 0x20, 0xfc, 0x20))).toMatchObject({ encoding: 'utf-8' })
  })

  it('is less sure of less', () => {
    const some = detectEncoding(write('caf\u00e9', 'iso-8859-1'))
    const more = detectEncoding(write(TEXTS.fr, 'iso-8859-1'))
    expect(some.encoding).toBe('iso-8859-1')
    expect(some.confidence).toBeLessThan(more.confidence)
    expect(detectEncoding(new TextEncoder().encode('\u00e9')).confidence).toBeLessThan(
      detectEncoding(new TextEncoder().encode(TEXTS.fr)).confidence,
    )
  })

  it('has a guess for any bytes', () => {
    for (let byte = 0; byte < 256; byte++) expect(detectEncoding(Uint8Array.of(byte)).candidates.length).toBeGreaterThan(0)
  })

  it('judges a long document by the lines that tell', () => {
    const ascii = 'BP 120/80, HR 72, afebrile, lungs clear, no edema.\n'.repeat(3000)
    expect(detectEncoding(write(ascii + TEXTS.ru + ascii, 'koi8-r')).encoding).toBe('koi8-r')
  })
})
