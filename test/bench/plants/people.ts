// Persons with names of many origins, streets of many forms, and numbers: none of them is in the data of the detector on purpose, some will be.
import type { Random } from '../../formats/phi/cda/made/random.ts'

const ORIGINS: Readonly<Record<string, readonly [given: string, family: string]>> = {
  english: ['Alfreda Clementine Thaddeus Ozias Winnifred', 'Thistlewood Higginbotham Ramsbottom Wetherill Crabtree'],
  irish: ['Aoibheann Caoimhe Fiachra Tadhg Gobnait', 'Mulconry Heffernan Geoghegan Slattery Prendergast'],
  spanish: ['Guadalupe Refugio Anastasio Candelaria Ildefonso', 'Zubizarreta Villalobos Echeverria Bustamante Olazabal'],
  portuguese: ['Conceicao Benedita Valdemar Jurandir Iracema', 'Figueiredo Carvalhais Magalhaes Brandao Cavalcanti'],
  french: ['Thibault Solange Gwenaelle Honorine Barnabe', 'Desrochers Beauchesne Thibodeaux Lafreniere Quesnel'],
  german: ['Waltraud Eckehard Reinhilde Gundula Siegbert', 'Schwarzkopf Oberhuber Niemeyer Kranzbuehler Pfefferkorn'],
  dutch: ['Geertruida Wijnand Lambertus Hendrikje Jochem', 'Uyttenbroeck Hoogenboom Zwartendijk Kuipers Leeuwenhoek'],
  nordic: ['Ragnhild Thorvald Ingibjorg Solveig Asbjorn', 'Gudmundsdottir Hakansson Kjeldsen Rasmusson Thorsteinson'],
  finnish: ['Aino Vaino Kyllikki Tapani Marjatta', 'Hamalainen Koskenniemi Rautiainen Ylonen Makinen'],
  polish: ['Zdzislawa Mieczyslaw Bozena Czeslaw Grazyna', 'Wojciechowska Brzezinski Krzyzanowski Dabrowska Pietraszewski'],
  russian: ['Yevgeniya Anatoly Lyudmila Vsevolod Zinaida', 'Poltoratskaya Zhdanovich Kuznetsova Gorbunov Shcherbakova'],
  greek: ['Athanasios Evangelia Spyridon Kalliope Stavroula', 'Hatzigeorgiou Karagiannis Mavromatis Kontopoulos Stamatelos'],
  italian: ['Concetta Ermenegildo Immacolata Saverio Domenica', 'Scognamiglio Bevilacqua Quattrocchi Mastroianni Pappalardo'],
  turkish: ['Gulsum Mehmetcan Aysegul Tuncay Nurhayat', 'Karaosmanoglu Yildirim Demirtas Kocabas Ozturkmen'],
  arabic: ['Abdulrahman Noorhan Khadija Mutasim Suhaila', 'Alzahrani Bouazizi Elsharkawy Benkirane Qahtani'],
  persian: ['Shahrzad Farrokh Golnaz Behrouz Mahsheed', 'Khorasani Tabatabaei Daneshvar Shirazipour Mirzakhani'],
  indian: ['Venkatalakshmi Raghunath Meenakshi Jaswinder Purushottam', 'Chattopadhyay Balasubramanian Deshmukh Subramaniam Bhattacharjee'],
  vietnamese: ['Nguyet Thanhmai Quyen Bichngoc Huutri', 'Truongvan Phamngoc Huynhthi Dangquoc Buivan'],
  chinese: ['Xiuying Zhenhua Meiling Guangrong Yuxuan', 'Ouyang Zhuge Huangfu Xiahou Dongfang'],
  japanese: ['Sachiko Nobuyuki Chizuko Yoshinori Kazumi', 'Nishigaki Uchiyamada Kurokawa Takahashida Shimomura'],
  korean: ['Hyunjoo Sangwoo Kyungsook Jaehyuk Eunbyul', 'Namgoong Hwangbo Seomoon Jegal Dokgo'],
  yoruba: ['Olufunmilayo Adebayo Temitope Babatunde Omolara', 'Adegbenro Ogunbanjo Akinwunmi Olanrewaju Oyelowo'],
  igbo: ['Chukwuemeka Ngozichi Obiageli Ikechukwu Nneoma', 'Nwachukwu Ezeonyekachi Okwuosa Uzoigwe Anyaogu'],
  ethiopian: ['Tewodros Selamawit Gebremariam Yordanos Mulugeta', 'Haileselassie Woldegiorgis Tekleab Desalegne Bekeletu'],
  zulu: ['Nokuthula Sibusiso Thandeka Mthunzi Zanele', 'Dlamini Mkhwanazi Ndlovukazi Buthelezi Zondiwe'],
  hawaiian: ['Keahilani Makanaokalani Leinaala Kaimana Puanani', 'Kealoha Kahananui Nakamuraole Kapuniai Kaleohano'],
  navajo: ['Atsaana Haseya Nizhoni Yanaba Dezbah', 'Tsosie Begayson Yazzie Benallyson Etcitty'],
  filipino: ['Corazonita Dalisay Bayani Ligaya Macario', 'Macapagal Dimaculangan Panganiban Catacutan Magsaysay'],
  hungarian: ['Zsuzsanna Laszlo Boglarka Tihamer Piroska', 'Szentgyorgyi Kovacsne Nagyvarady Vorosmarty Bethlenfalvy'],
  armenian: ['Hripsime Vardan Araksya Hovhannes Siranush', 'Hakobyan Ter-Petrossian Melkumian Baghdasaryan Khachaturov'],
  invented: ['Brindolyn Kwistel Vamorith Yexandra Tolwyck', 'Plumgarten Dravidecks Zworlimp Oskelbaith Frumquist'],
}
const HOUSES =
  'Juniper|Old Quarry|Maple Hollow|Saint Brannock|Pumpkin Patch|Whittlesey|Corduroy|Zinnia|Tamarack Ridge|Lower Bridle|Gallowglass|Rio Vista'
const TYPES = 'Street|St|Ave|Road|Rd|Lane|Ln|Drive|Dr|Ct|Court|Blvd|Way|Terrace|Circle|Pkwy|Loop|Trail|Hwy|Place'
const OTHERS =
  'Calle de los Olmos 22|Lindenallee 14b|14 rue des Tanneurs|Via Garibaldina 7|PO BOX 88213|P.O. Box 4471|RR 4 Box 118|Keizersgracht 318|Hauptstrasse 91|County Road 1180 North|N5412 Yellowbanks Rd|Apt 5C 900 Orchard Sq|Birkenweg 8|2210 Avenida Encinitas|77 Bis Impasse Corbeau|Unit 12, 19 Wattlebird Cres|4-12-9 Honcho'
const TOWNS =
  'Okemos|Zanesfield|Quakertown|Wauwatosa|Tuckerton Falls|Bryn Athyn|Kalispell|Oberwiesenthal|Villeneuve|Puyallup|Nacogdoches|Skaneateles'

export interface Planted {
  readonly origin: string
  readonly given: string
  readonly family: string
  /** A number or a box, and words. */
  readonly street: string
  readonly town: string
  readonly zip: string
  readonly ssn: string
  /** Ten digits. */
  readonly phone: string
  readonly member: string
  readonly mail: string
  /** YYYYMMDD */
  readonly born: string
}

const split = (list: string) => list.split('|')

export function plantedPerson(random: Random): Planted {
  const origin = random.pick(Object.keys(ORIGINS))
  const [given, family] = ORIGINS[origin]!.map((list) => random.pick(list.split(' '))) as [string, string]
  const digits = (count: number) => Array.from({ length: count }, () => random.int(0, 9)).join('')
  const two = (low: number, high: number) => String(random.int(low, high)).padStart(2, '0')
  return {
    origin,
    given,
    family,
    street: random.chance(0.35)
      ? random.pick(split(OTHERS))
      : `${random.int(11, 9876)} ${random.pick(split(HOUSES))} ${random.pick(split(TYPES))}`,
    town: random.pick(split(TOWNS)),
    zip: `${random.int(10_500, 99_400)}`,
    ssn: `${random.int(101, 665)}${two(11, 98)}${random.int(1001, 9998)}`,
    phone: `${random.int(212, 989)}${random.int(221, 989)}${random.int(1001, 9999)}`,
    member: `${random.pick('WXKRJZ'.split(''))}${random.pick('QVBD'.split(''))}${digits(9)}`,
    mail: `${given[0]}.${family}${random.int(10, 99)}@mailbox.example`.toLowerCase(),
    born: `${random.int(1941, 1999)}${two(1, 12)}${two(2, 28)}`,
  }
}

/** What must not be found: words of four letters or more of names, towns and streets that are no kind of street; numbers. */
export function secretsOf({ given, family, street, town, zip, ssn, phone, member, mail, born }: Planted): string[] {
  const kinds = new Set(
    `${TYPES}|Box|PO|North|Avenida|rue|des|Calle|los|Via|Unit|Apt|County|Impasse|Bis|Cres|Saint|Old|Ridge|Lower|Falls|Patch|Hollow`
      .toLowerCase()
      .split('|'),
  )
  const words = `${given} ${family} ${town} ${street}`.split(/[^\p{L}\p{N}]+/u)
  return [
    ...words.filter((word) => /^\p{L}{4,}$/u.test(word) && !kinds.has(word.toLowerCase())),
    ...[street, zip, ssn, phone, member, mail, born],
  ].map((each) => each.toLowerCase())
}
