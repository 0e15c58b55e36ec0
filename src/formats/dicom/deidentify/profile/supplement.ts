// Attributes that Table E.1-1 passes over and that name a person, a place, a device or a way to the data all the same: texts inside sequences
// that the table treats as a whole, siblings of listed attributes, addresses, and what is encrypted or signed. Never less strict than the table.
import type { ProfileRow } from './profile-table.ts'

/** Gone whatever the option `unlisted` says: what they hold cannot be read, or leads back to the original. */
const ALWAYS = new Set([
  0x00080001, 0x0008041b, 0x0008041c, 0x00080300, 0x04000010, 0x04000015, 0x04000020, 0x04000120, 0x04000500, 0x04000510, 0x04000520,
  0x4ffe0001, 0x0040a074, 0x0040a089,
])

const ROWS: readonly (readonly [basic: ProfileRow['basic'], options: string, tags: readonly number[]])[] = [
  // Addresses and file names.
  [
    'X',
    '',
    [0x00080407, 0x00080408, 0x00080409, 0x0008040b, 0x00081190, 0x00287fe0, 0x00404073, 0x0040e010, 0x00687005, 0x0074100a, 0x0074100c],
  ],
  // Who issued an identifier, and other identifiers.
  [
    'X',
    '',
    [0x00080051, 0x00100022, 0x00100024, 0x00100026, 0x00100027, 0x00100033, 0x00100034, 0x00100035, 0x00102294, 0x00102295, 0x00400026],
  ],
  ['X', '', [0x00400027, 0x00400036, 0x00400039, 0x0040003a, 0x0040e001, 0x00420010, 0x00880130, 0x21000160, 0x00540400, 0x00720008]],
  ['D', '', [0x00400031, 0x00400032]],
  // Orders, requests, visits, persons.
  [
    'X',
    '',
    [0x00321031, 0x00321034, 0x00380100, 0x00380101, 0x00380102, 0x00380502, 0x00401006, 0x00401007, 0x00401008, 0x00402006, 0x00402007],
  ],
  ['X', '', [0x00140104, 0x00142006, 0x0040a067, 0x00100214, 0x00100217]],
  // Siblings of Patient's Size and Ethnic Group.
  ['X', 'cK', [0x00101021, 0x00101022, 0x00101023, 0x00101024, 0x00102161, 0x00102201, 0x00102292]],
  // Siblings of Device Serial Number.
  ['X', 'dK', [0x00181003, 0x00181006, 0x00181010, 0x00181011, 0x00181803, 0x20000050, 0x00440012]],
  // Texts of structured content and graphics.
  ['D', 'tCsC', [0x0040a160]],
  ['D', 'gC', [0x00700006]],
  // Type 1 or 2 in their IODs.
  ['D', 'tC', [0x00700080, 0x00700081]],
  ['Z', 'dK', [0x30020020]],
  ['D', 'tC', [0x00620020]],
  // Comments, notes and labels that people type, on whatever they see fit.
  ['X/Z/D', 'tC', [0x00209453, 0x00240309, 0x00286022, 0x00287007, 0x0028702a, 0x0040a492, 0x00440011, 0x00700068, 0x00720010, 0x00741202]],
  ['X/Z/D', 'tC', [0x00741204, 0x00741230, 0x0074140b, 0x00189916, 0x30020003, 0x30040006, 0x300600c8]],
  // Who made a weld, and the papers of a passenger (DICONDE, DICOS).
  ['X', '', [0x00140100, 0x4010101a, 0x40101051, 0x40101053]],
  // Free descriptions.
  ['X', 'tC', [0x00400400, 0x00400556, 0x0018003a, 0x00440003, 0x00741238, 0x30020004, 0x30080202, 0x300a0402]],
]

const byTag = new Map<number, ProfileRow>(ROWS.flatMap(([basic, options, tags]) => tags.map((tag) => [tag, { basic, options }] as const)))

export function isAlwaysRemoved(tag: number): boolean {
  return ALWAYS.has(tag)
}

export function findSupplement(tag: number): ProfileRow | undefined {
  return byTag.get(tag)
}
