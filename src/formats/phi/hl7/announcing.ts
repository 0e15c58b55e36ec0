// What tells that a text speaks of somebody.

/** Words beside which somebody is named, more often than an eponym or a word that is a name, too. */
const ANNOUNCING =
  /\b(?:mrs|miss|herr|frau|nurse|doctor|wife|husband|mom|dad|son|daughter|sister|brother|uncle|aunt|cousin|niece|nephew|partner|neighbou?r|friend|spouse|guardian|called|phoned|paged|notified|informed|contacted|discussed|spoke|(?:reported|given|sent) to|(?:seen|reviewed|verified|signed|ordered|performed|collected|drawn|done|given|read|read back) by|(?:message|msg) with|read ?back|ordering|attending|resident)\b|\b(?:Mr|Ms|Dr|Prof)\b|\b(?:MR|MS|DR|PROF)\./

/** Uncle Mark informed; Mrs. Baker called. */
export function isAnnouncing(text: string): boolean {
  return ANNOUNCING.test(text) || ANNOUNCING.test(text.toLowerCase())
}
