// Records in scripts without capitals: names behind labels and before forms of address, dates of their calendars, and nothing left in mode fail-closed.
import { describe, expect, test } from 'vitest'
import { detectPhi } from '../../../src/formats/phi/detect-phi.ts'
import { meaningOfHeader } from '../../../src/formats/phi/table/column-names.ts'

const found = (text: string) => detectPhi(text).map(({ start, end, category }) => `${category} ${text.slice(start, end)}`)

describe('names and dates', () => {
  test.each([
    ['患者姓名：王小明，出生日期：1950年2月1日', ['name 王小明', 'date 1950年2月1日']],
    ['主治医师: 李国华。2月3日入院', ['name 李国华', 'date 2月3日']],
    ['姓名：阿里木·热合曼', ['name 阿里木·热合曼']],
    ['患者氏名：山田 太郎　生年月日：昭和25年2月1日', ['name 山田 太郎', 'date 昭和25年2月1日']],
    ['患者名: 山田太郎', ['name 山田太郎']],
    ['山田太郎様は入院した', ['name 山田太郎']],
    ['환자명: 김철수 생년월일 1950년 2월 1일', ['name 김철수', 'date 1950년 2월 1일']],
    ['김철수 님이 입원했다', ['name 김철수']],
    ['اسم المريض: محمد أحمد العلي تاريخ الدخول', ['name محمد أحمد العلي']],
    ['שם המטופל: יוסי כהן ת.ז.', ['name יוסי כהן']],
  ])('%s', (text, expected) => {
    expect(found(text)).toEqual(expected)
  })

  test.each(['患者様へ', '患者: 12', '病名: 高血圧症', '병명: 고혈압', '姓名', '高血压 3 年', '환자 님', 'العمر 12', 'שם:'])(
    'nothing in %s',
    (text) => {
      expect(found(text)).toEqual([])
    },
  )
})

test.each(['山田太郎様は入院した。', '王小明因胸痛入院', '김철수가 입원했다', 'دخل محمد أحمد', 'יוסי כהן אושפז', 'राम कुमार', 'สมชาย'])(
  'fail-closed leaves no word of %s',
  (text) => {
    let rest = ''
    let at = 0
    for (const { start, end } of detectPhi(text, { mode: 'fail-closed' })) {
      rest += text.slice(at, start)
      at = end
    }
    expect(rest + text.slice(at)).not.toMatch(/\p{L}/u)
  },
)

test.each([
  ['患者名', 'name'],
  ['환자명', 'name'],
  ['الاسم', 'name'],
  ['שם המטופל', 'name'],
  ['ФИО', 'name'],
  ['生年月日', 'date'],
  ['생년월일', 'date'],
  ['電話番号', 'phone'],
  ['住所', 'location'],
])('the column %s holds a %s', (header, meaning) => {
  expect(meaningOfHeader(header)).toBe(meaning)
})

describe('words of another script in a line of Latin letters', () => {
  test.each([
    ['Pt 山田太郎 seen today', '山田太郎'],
    ['Interpreter for Mrs. 김영희 present', '김영희'],
    ['Schedule with Dr. Cohen יוסי כהן today', 'יוסי כהן'],
    ['Patient name: Nguyễn Văn An 阮文安', '阮文安'],
    ['Signed by Иван Петров, seen in the clinic', 'Иван Петров'],
  ])('%s', (text, name) => {
    expect(found(text).join()).toContain(name)
  })

  test.each(['MRI brain: 異常なし', 'CT で 肺炎 を 認めた', 'A normal α-fetoprotein and βhCG were seen today.', '高血压 3 年'])(
    'but not %s',
    (text) => {
      expect(found(text)).toEqual([])
    },
  )
})
