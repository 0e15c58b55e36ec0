// The spellings of a known date: numeric orders and month names in full and cut short, with the year in four and two digits and without it.

const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december']

const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii']
const ORDINALS =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first'.split(
    ' ',
  )

/** @param date ISO 8601 (2024-01-31), or any text, which is then looked for as it is */
export function spellDate(date: string): readonly string[] {
  const match = /^(\d{4})-?(\d{2})-?(\d{2})/.exec(date.trim())
  if (!match) return [date]
  const [, year, month, day] = match as unknown as [string, string, string, string]
  const name = MONTHS[Number(month) - 1]
  if (!name) return [date]
  const key = year + month + day
  let spellings = spelled.get(key)
  if (!spellings) {
    if (spelled.size >= MAX_SPELLED) spelled.clear()
    spellings = spellParts(year, month, day, name)
    spelled.set(key, spellings)
  }
  return spellings
}

/** Messages of one day hold the same dates over and over. */
const spelled = new Map<string, readonly string[]>()
const MAX_SPELLED = 2000

/** Bare letters and digits: what stands between them does not count. */
function spellParts(year: string, month: string, day: string, name: string): string[] {
  const spellings = new Set<string>()
  const years = [year, year.slice(2)]
  for (const y of years) {
    for (const m of new Set([month, String(Number(month))])) {
      for (const d of new Set([day, String(Number(day))])) {
        spellings.add(`${m}/${d}/${y}`)
        spellings.add(`${d}/${m}/${y}`)
        if (y === year) spellings.add(`${y}/${m}/${d}`)
      }
    }
    for (const m of new Set([name, name.slice(0, 3), name === 'september' ? 'sept' : name])) {
      for (const d of new Set([day, String(Number(day)), ordinal(Number(day))])) {
        spellings.add(`${m} ${d} ${y}`)
        spellings.add(`${d} ${m} ${y}`)
        if (y === year) {
          spellings.add(`${m} ${d}`)
          spellings.add(`${d} ${m}`)
          spellings.add(`${d} of ${m}`)
          spellings.add(`${m} the ${d}`)
        }
      }
    }
  }
  const roman = ROMAN[Number(month) - 1]!
  for (const y of years) for (const d of new Set([day, String(Number(day))])) spellings.add(`${d} ${roman} ${y}`)
  const word = ORDINALS[Number(day) - 1]
  if (word !== undefined) for (const form of [`${name} ${word}`, `${word} of ${name}`, `${name} the ${word}`]) spellings.add(form)
  return [...new Set([...spellings].map((spelling) => spelling.replace(/[/ -]/g, '')))]
}

/** Month and day in both orders, `3/9` and `9/3`; nothing for a text that is no ISO 8601 date. */
export function spellMonthDay(date: string): string[] {
  const match = /^\d{4}-?(\d{2})-?(\d{2})/.exec(date.trim())
  if (!match) return []
  const [month, day] = [Number(match[1]), Number(match[2])]
  return [`${month}/${day}`, `${day}/${month}`]
}

function ordinal(day: number): string {
  const teen = day > 10 && day < 14
  const ending = teen ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th')
  return `${day}${ending}`
}
