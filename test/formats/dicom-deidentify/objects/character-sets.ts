// Names in other character sets, and the same names written otherwise.
import { concat, text } from '../../dicom/build-dicom.ts'
import { CT, e, encodeBy, GRAY, type ObjectFile, object, padded, s, utf8 } from './object-file.ts'

const encode = (label: string, value: string): Uint8Array => encodeBy(label, value)!
const person = (set: string, name: Uint8Array, ...more: readonly Uint8Array[]) => [
  ...GRAY,
  e(0x00080005, 'CS', set),
  e(0x00100010, 'PN', padded(name)),
  ...more,
]
const JIS = concat([0x1b, 0x24, 0x42], [0x3b, 0x33, 0x45, 0x44], [0x1b, 0x28, 0x42])
const spread = (bytes: Uint8Array) => [
  e(0x00081030, 'LO', padded(concat(text('CT '), bytes))),
  e(0x00081010, 'SH', padded(bytes)),
  e(0x00181000, 'LO', padded(bytes)),
  e(0x00102160, 'SH', padded(bytes)),
  e(0x00181030, 'LO', padded(bytes)),
  e(0x0040a160, 'UT', padded(bytes)),
]

export function characterSets(): ObjectFile[] {
  const korean = encode('euc-kr', '김희중')
  const cyrillic = encode('iso-8859-5', 'Петровский')
  const chinese = encode('gb18030', '诸葛亮')
  const greek = encode('iso-8859-7', 'Παπαδόπουλος')
  return [
    object(
      'characters: Japanese of three groups',
      CT,
      person(
        '\\ISO 2022 IR 87',
        concat(text('Yamadaquist^Taro='), JIS, text('^', ''), JIS),
        ...spread(JIS),
        e(0x00204000, 'LT', utf8('山田')),
      ),
      ['Yamadaquist', '山田'],
    ),
    object(
      'characters: Korean',
      CT,
      person(
        '\\ISO 2022 IR 149',
        concat(text('Kimquist^Huijung=', ''), [0x1b, 0x24, 0x29, 0x43], korean),
        ...spread(concat([0x1b, 0x24, 0x29, 0x43], korean)),
      ),
      ['Kimquist', '김희중'],
    ),
    object(
      'characters: Cyrillic in capitals',
      CT,
      person('ISO_IR 144', concat(cyrillic, text('^', ''), encode('iso-8859-5', 'Иван')), ...spread(encode('iso-8859-5', 'ПЕТРОВСКИЙ'))),
      ['ПЕТРОВСКИЙ', 'Петровский'],
    ),
    object(
      'characters: GB18030 and UTF-8 in an item',
      CT,
      person(
        'GB18030',
        concat(text('Zhugequist^Lian='), chinese),
        ...spread(chinese),
        s(0x00081140, [e(0x00080005, 'CS', 'ISO_IR 192'), ...spread(utf8('诸葛亮'))]),
      ),
      ['诸葛亮', 'Zhugequist'],
    ),
    object(
      'characters: Greek without accents',
      CT,
      person('ISO_IR 126', concat(greek, text('^', ''), encode('iso-8859-7', 'Άννα')), ...spread(encode('iso-8859-7', 'ΠΑΠΑΔΟΠΟΥΛΟΣ'))),
      ['Παπαδόπουλος', 'ΠΑΠΑΔΟΠΟΥΛΟΣ'],
    ),
    object(
      'characters: umlauts taken apart and apart in capitals',
      CT,
      person(
        'ISO_IR 192',
        utf8('Müllerquist^Jörg'),
        ...spread(utf8('Mu\u0308llerquist')),
        s(0x00081140, spread(utf8('MÜLLERQUIST')), spread(utf8('Muellerquist')), spread(utf8('Mullerquist'))),
      ),
      ['Müllerquist', 'Mu\u0308llerquist', 'MÜLLERQUIST', 'Muellerquist', 'Mullerquist'],
    ),
    object(
      'characters: full and half width',
      CT,
      person(
        'ISO_IR 192',
        utf8('Ｙamadaquist^Ｔarou=ヤマダクイスト^タロウ'),
        ...spread(utf8('ﾔﾏﾀﾞｸｲｽﾄ')),
        s(0x00081140, spread(utf8('Ｙａｍａｄａｑｕｉｓｔ')), spread(utf8('Yamadaquist'))),
      ),
      ['ﾔﾏﾀﾞｸｲｽﾄ', 'Ｙａｍａｄａｑｕｉｓｔ', 'Yamadaquist', 'ヤマダクイスト'],
    ),
    object(
      'characters: Arabic and Hebrew',
      CT,
      person(
        'ISO_IR 127',
        concat(encode('iso-8859-6', 'قباني'), text('^', ''), encode('iso-8859-6', 'لنزار')),
        ...spread(encode('iso-8859-6', 'قباني')),
        s(0x00081140, [
          e(0x00080005, 'CS', 'ISO_IR 138'),
          e(0x00100010, 'PN', padded(encode('iso-8859-8', 'שרוןקויסט'))),
          ...spread(encode('iso-8859-8', 'שרוןקויסט')),
        ]),
      ),
      ['قباني', 'שרוןקויסט'],
    ),
    object(
      'characters: Thai and Turkish',
      CT,
      person(
        'ISO_IR 148',
        encode('iso-8859-9', 'Işıkquıst^Şükrü'),
        ...spread(encode('iso-8859-9', 'IŞIKQUIST')),
        s(0x00081140, [e(0x00080005, 'CS', 'ISO_IR 192'), ...spread(utf8('ışıkquıst'))]),
      ),
      ['IŞIKQUIST', 'ışıkquıst'],
    ),
    object(
      'characters: Implicit VR and a wrong set',
      CT,
      person('ISO_IR 100', utf8('Ångströmquist^Åsa'), ...spread(utf8('Ångströmquist'))),
      ['Ångströmquist'],
    ),
  ]
}
