// Names of persons in Chinese, Japanese and Korean without a label: a frequent surname, a given name, and a title, a sex or an age behind it.
import { RANK } from '../../candidate.ts'
import type { LayerContext } from '../layer.ts'

const HAS_SCRIPT = /[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3]/
/** A surname, at most three letters of a given name, and what stands behind a person. */
const FORMS: readonly RegExp[] = [
  /(?<=^|[^\u3400-\u9fff]|患者|病人|家属|家屬|母亲|母親|父亲|父親|妻子|丈夫|儿子|女儿|兒子|女兒|[由与與和请請经經])((?:欧阳|歐陽|司马|司馬|上官|诸葛|諸葛|[王李张張刘劉陈陳杨楊黄黃赵趙吴吳周徐孙孫马馬朱胡郭何高林罗羅郑鄭梁谢謝宋唐许許韩韓冯馮邓鄧曹彭曾肖蕭田董袁潘于蒋蔣蔡余杜叶葉程苏蘇魏吕呂丁任沈姚卢盧姜崔钟鐘谭譚陆陸汪范石廖贾賈夏韦韋付方白邹鄒孟熊秦邱江尹薛闫段雷侯龙龍史陶黎贺賀顾顧毛郝龚龔邵万萬钱錢严嚴覃武戴莫孔向汤湯])(?:(?![病压壓症炎癌瘤血痛科院性])[\u3400-\u9fff]){1,2})(?=先生|女士|小姐|太太|医生|醫生|医师|醫師|大夫|护士|護士|主任|教授|[,，、 ]{0,2}(?:男|女)(?![\u3400-\u9fff]|性)|[,，、 ]{0,2}(?:男|女)[,，、 性]|[,，、 （(]{0,2}\d{1,3} ?[岁歲])/gu,
  /(?<![\u3400-\u9fff])((?:佐藤|鈴木|高橋|田中|伊藤|渡辺|渡邊|山本|中村|小林|加藤|吉田|山田|佐々木|山口|松本|井上|木村|林|斎藤|斉藤|清水|山崎|森|池田|橋本|阿部|石川|山下|中島|石井|小川|前田|岡田|長谷川|藤田|後藤|近藤|村上|遠藤|青木|坂本|福田|太田|西村|藤井|金子|岡本|藤原|三浦|中野|中川|原田|松田|竹内|小野|田村|中山|和田|石田|森田|上田|原|内田|柴田|酒井|宮崎|横山|高木|安藤|宮本|大野|小島|谷口|工藤|今井|高田|増田|丸山|杉山|村田|大塚|新井|小山|平野|藤本|河野|上野|野口|武田|松井|千葉|菅原|岩崎|久保|木下|佐野|野村|松尾|市川|菊地|杉本) ?[\u3400-\u9fff\u3041-\u3096\u30a1-\u30fa]{1,3}?)(?=氏|さん|様|君|殿|先生|医師|看護師|[はがをにの、,，（(]| ?\d{1,3} ?歳|[ 、,]?(?:男|女)性)/gu,
  /(?<![\uac00-\ud7a3])((?:남궁|황보|제갈|선우|[김이박최정강조윤장임한오서신권황안송전홍유고문양손배백허남심노하곽성차주우구민진나지엄채원천방공현함변염여추도소석설마길연위표명기반왕금옥육인맹])(?:(?![압염증암병통질환])[\uac00-\ud7a3]){2})(?= ?(?:씨|님|환자|군|양|의사|교수|간호사|과장|선생|원장)|[,， (]{1,2}(?:남|여)(?![\uac00-\ud7a3]|성)|[,， (]{1,2}\d{1,3} ?세)/gu,
]

export function findScriptNames({ tokens: { text }, found }: LayerContext): void {
  if (!HAS_SCRIPT.test(text)) return
  for (const form of FORMS)
    for (const match of text.matchAll(form)) {
      const start = match.index
      found.push({ start, end: start + match[1]!.length, category: 'name', score: 0.85, rule: 'script/person', rank: RANK.labelled })
    }
}
