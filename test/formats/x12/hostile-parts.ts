// What hostile interchanges are made of.

export const ISA = 'ISA*00*          *00*          *ZZ*SENDER         *ZZ*RECEIVER       *260102*0809*^*00501*000000007*0*T*:~'
export const GS = 'GS*HC*S*R*20260102*0809*7*X*005010X222A1~'
export const ST = 'ST*837*0001*005010X222A1~'
export const END = 'GE*1*7~IEA*1*000000007~'

export const times = (text: string, size: number) => text.repeat(Math.max(2, Math.ceil(size / text.length)))
export const set = (body: string, type = '837') => `${ISA}${GS}${ST.replace('837', type)}${body}SE*9*0001~${END}`
export const count = (size: number, make: (i: number) => string) => {
  const parts: string[] = []
  for (let i = 1, length = 0; length < size; i++) {
    const part = make(i)
    parts.push(part)
    length += part.length
  }
  return parts.join('')
}
