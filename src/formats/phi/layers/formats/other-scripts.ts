// Names and dates where no word has a capital: Chinese, Japanese, Korean, Arabic and Hebrew, by the labels and forms of address of their
// records. No list of names is asked: what stands behind a label is one. In mode fail-closed every run of these scripts is hidden.
import { RANK } from '../../candidate.ts'
import type { PhiCategory } from '../../category.ts'
import type { LayerContext } from '../layer.ts'

const SCRIPTS = /[\u0590-\u06ff\u0900-\u097f\u0e00-\u0e7f\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3]/

/** What stands behind a label: words of these letters, with one of the joints between two of them. */
interface Labelled {
  readonly label: RegExp
  readonly letters: RegExp
  /** Letters of the first word at least, and of each word at most. */
  readonly least: number
  readonly longest: number
  readonly words: number
  readonly joints: string
  /** Beginnings of what is no part of the name any more. */
  readonly stops: readonly string[]
}

const LABELLED: readonly Labelled[] = [
  {
    label: /(?:姓名|名字|患者|病人|病患|家属|家屬|联系人|聯絡人|医生|医师|醫生|醫師|护士|護理師) ?[:=] ?/gu,
    letters: /[\u3400-\u9fff々]/u,
    ...{ least: 2, longest: 4, words: 4, joints: '·・•', stops: [] },
  },
  {
    label: /(?:氏名|お名前|名前|患者名|家族名|紹介者名|保護者名|連絡先名|フリガナ|ふりがな|主治医|担当医|執刀医|紹介医|看護師) ?[:=] ?/gu,
    letters: /[\u3400-\u9fff々\u3041-\u3096\u30a1-\u30fa\u30fc]/u,
    ...{ least: 1, longest: 10, words: 2, joints: ' ・', stops: '生年 性別 年齢 住所 電話 患者 診断 入院 主治'.split(' ') },
  },
  {
    label: /(?:성명|이름|환자 ?명|보호자 ?명|수진자 ?명|환자|보호자|담당의|주치의|의사|간호사) ?[:=] ?/gu,
    letters: /[\uac00-\ud7a3]/u,
    ...{ least: 2, longest: 5, words: 1, joints: '', stops: [] },
  },
  {
    label: /(?:اسم|إسم|الاسم|الكامل|المريض|المريضة|الأم|الأب|الطبيب|الطبيبة|الممرض|الممرضة) ?[:=] ?/gu,
    letters: /[\u0621-\u0652\u0670-\u06d3]/u,
    ...{ least: 2, longest: 20, words: 4, joints: ' ', stops: 'تاريخ رقم هاتف جوال العمر عمر الجنس العنوان عنوان التشخيص'.split(' ') },
  },
  {
    label: /(?:שם|מלא|פרטי|משפחה|מטופל|מטופלת|המטופל|המטופלת|חולה|החולה|רופא|רופאה|אחות) ?[:=] ?/gu,
    letters: /[\u05d0-\u05ea"'׳״]/u,
    ...{
      least: 2,
      longest: 20,
      words: 4,
      joints: ' ',
      stops: ['ת.', 'ת"', 'ת׳', 'ת״', 'תאריך', 'טלפון', 'נייד', 'מספר', 'גיל', 'בן ', 'בת ', 'כתובת', 'מין'],
    },
  },
]

/** The value is the first group, and what stands beside it stands behind it. */
interface Form {
  readonly pattern: RegExp
  readonly category: PhiCategory
  readonly rule: string
}

const FORMS: readonly Form[] = [
  {
    pattern:
      /(?<![\u3400-\u9fff々\u3041-\u3096\u30a1-\u30fa\u30fc])(?!患者|家族|利用者|担当|主治|皆)([\u3400-\u9fff々]{2,5}|[\u30a1-\u30fa\u30fc]{2,10}) ?(?:様|さん|殿|先生)/gu,
    category: 'name',
    rule: 'script/address',
  },
  { pattern: /(?<![\uac00-\ud7a3])(?!환자|보호자|선생|교수|고객)([\uac00-\ud7a3]{2,4}) ?님/gu, category: 'name', rule: 'script/address' },
  {
    pattern: /((?:(?:明治|大正|昭和|平成|令和|民國|民国) ?(?:\d{1,3}|元)|\d{4}|(?<!\d)\d{2}) ?年 ?\d{1,2} ?月(?: ?\d{1,2} ?[日号號])?)/gu,
    category: 'date',
    rule: 'script/date',
  },
  { pattern: /((?<!\d)\d{1,2} ?月 ?\d{1,2} ?[日号號])/gu, category: 'date', rule: 'script/date' },
  { pattern: /((?:\d{4} ?년 ?)?(?<!\d)\d{1,2} ?월 ?\d{1,2} ?일)/gu, category: 'date', rule: 'script/date' },
]

const UNKNOWN = /([\u0590-\u06ff\u0900-\u097f\u0e00-\u0e7f\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3]{1,200})/gu

export function findOtherScripts(context: LayerContext): void {
  const { text } = context.tokens
  if (!SCRIPTS.test(text)) return
  for (const form of LABELLED) addLabelled(context, form)
  for (const { pattern, category, rule } of FORMS) add(context, pattern, { category, score: 0.9, rule, rank: RANK.labelled })
  // What a stronger rule leaves of a run must stay hidden: a guess would be dropped.
  if (context.mode === 'fail-closed') add(context, UNKNOWN, { category: 'name', score: 0.4, rule: 'unknown', rank: RANK.pattern })
}

function addLabelled({ tokens, found }: LayerContext, form: Labelled): void {
  for (const match of tokens.text.matchAll(form.label)) {
    const start = match.index + match[0].length
    const end = endOfValue(tokens.text, start, form)
    if (end > start) found.push({ start, end, category: 'name', score: 0.9, rule: 'script/label', rank: RANK.labelled })
  }
}

function endOfValue(text: string, start: number, { letters, least, longest, words, joints, stops }: Labelled): number {
  let end = start
  for (let word = 0; word < words; word++) {
    const from = word === 0 ? start : end + 1
    if (word > 0 && (!joints.includes(text[end] ?? '\n') || stops.some((stop) => text.startsWith(stop, from)))) break
    let to = from
    while (to < text.length && to - from < longest && letters.test(text[to]!)) to++
    if (to - from < (word === 0 ? least : 1)) break
    end = to
  }
  return end
}

interface Finding {
  readonly category: PhiCategory
  readonly score: number
  readonly rule: string
  readonly rank: number
}

function add({ tokens, found }: LayerContext, pattern: RegExp, finding: Finding): void {
  for (const match of tokens.text.matchAll(pattern)) {
    found.push({ ...finding, start: match.index, end: match.index + match[1]!.length })
  }
}
