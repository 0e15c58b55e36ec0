// Days with the months of every supported language.
import { expect, test } from 'vitest'
import { detectPhi } from '../../../../src/formats/phi/detect-phi.ts'

const MONTHS = {
  en: 'January February March April May June July August September October November December',
  de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember',
  fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  it: 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
  nl: 'januari februari maart april mei juni juli augustus september oktober november december',
  pt: 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
}

test.each(Object.entries(MONTHS))('a day and a month in %s', (language, months) => {
  const joint = language === 'es' || language === 'pt' ? ' de ' : ' '
  for (const month of months.split(' ')) {
    const text = `xx 30${joint}${month}.`
    expect(detectPhi(text, { locale: language }).map(({ start, end }) => text.slice(start, end))).toEqual([`30${joint}${month}`])
  }
})
