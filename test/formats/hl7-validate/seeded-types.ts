// Defects of documents, charges, pharmacy, vaccinations, merges, acknowledgments, master files and queries, made up before the validator was looked at.
import type { Change } from './seeded-kinds.ts'
import { put, replace, twice, without } from './seeded-kinds.ts'

const header = (type: string) => `MSH|^~\\&|REG|NORTH|LAB|SOUTH|20260102080910||${type}|A-1|P|2.5.1`
const PATIENT = 'PID|1||1001^^^NORTH^MR||Sample^Ada^B^^^^L||19700102|F'
const VISIT = 'PV1|1|I|W1^12^1^NORTH'

const DOCUMENT = [
  header('MDM^T02^MDM_T02'),
  'EVN||20260102080910',
  PATIENT,
  VISIT,
  'TXA|1|DS|TX|20260102080000||||||||D-1^REG|||||AU||AV',
  'OBX|1|TX|18842-5^Discharge summary^LN||Rested||||||F',
]
const MERGE = [header('ADT^A40^ADT_A39'), 'EVN||20260102080910', PATIENT, 'MRG|1002^^^NORTH^MR']
const CHARGE = [header('DFT^P03^DFT_P03'), 'EVN||20260102080910', PATIENT, 'FT1|1|T-1||20260102|20260102|CG|99213^Visit^L|||1|25.50&EUR']
const PRESCRIPTION = [
  header('RDE^O11^RDE_O11'),
  PATIENT,
  'ORC|NW|P-1^REG||||||||||77^Doctor^Dan',
  'RXE|^^^20260102^^R|1049630^Drug^L|1|2|TAB^Tablet^L',
  'TQ1|1|1|||||20260102|20260112',
  'RXR|PO^Oral^HL70162',
]
const VACCINATION = [
  header('VXU^V04^VXU_V04'),
  PATIENT,
  'ORC|RE|P-1^REG|F-1^REG',
  'RXA|0|1|20260102|20260102|08^Hep B^CVX|0.5|mL^milliliter^ISO+||||||||L-1|20271231||||CP|A',
]
const ACKNOWLEDGMENT = [header('ACK^A01^ACK'), 'MSA|AA|M-1']
const MASTER_FILE = [
  header('MFN^M02^MFN_M02'),
  'MFI|PRA^Practitioners^HL70175||UPD|||AL',
  'MFE|MAD|1|20260102|77^Doctor^L|CE',
  'STF|77|S-1|Doctor^Dan',
]
const QUERY = [header('QBP^Q22^QBP_Q21'), 'QPD|Q22^Find candidates^HL70471|Q-1|@PID.5.1^Sample', 'RCP|I|10^RD']

export const TYPED_MESSAGES: readonly (readonly string[])[] = [
  DOCUMENT,
  MERGE,
  CHARGE,
  PRESCRIPTION,
  VACCINATION,
  ACKNOWLEDGMENT,
  MASTER_FILE,
  QUERY,
]

export const TYPED_KINDS: Readonly<Record<string, Change>> = {
  'a document without TXA': without('TXA'),
  'a document without a type (TXA-2)': put('TXA-2', ''),
  'a completion status that is none': put('TXA-17', 'QQ'),
  'an availability that is none': put('TXA-19', 'QQ'),
  'a document without a number (TXA-12)': put('TXA-12', ''),
  'a merge without MRG': without('MRG'),
  'a merge with an empty MRG-1': put('MRG-1', ''),
  'a merge of a patient with itself': put('MRG-1', '1001^^^NORTH^MR'),
  'two MRG for one patient': twice('MRG'),
  'a type of transaction that is none': put('FT1-6', 'QQ'),
  'a charge without a date': put('FT1-4', ''),
  'a charge whose amount is a word': put('FT1-11', 'ten&EUR'),
  'a charge whose quantity is a word': put('FT1-10', 'one'),
  'a prescription without RXE': without('RXE'),
  'a prescription without a route': without('RXR'),
  'a dose that is a word': put('RXE-3', 'one'),
  'a drug that is missing': put('RXE-2', ''),
  'an end of timing before its start': put('TQ1-8', '20251231'),
  'a vaccination without a date': put('RXA-3', ''),
  'a vaccination without a vaccine': put('RXA-5', ''),
  'a completion of a vaccination that is none': put('RXA-20', 'QQ'),
  'an amount of a vaccine that is a word': put('RXA-6', 'half'),
  'an expiration that is no date': put('RXA-16', '2027-12-31'),
  'an acknowledgment without MSA': without('MSA'),
  'an acknowledgment code that is none': put('MSA-1', 'OK'),
  'an acknowledgment of no message': put('MSA-2', ''),
  'a master file event that is none': put('MFI-3', 'QQ'),
  'a record event that is none': put('MFE-1', 'QQ'),
  'a record without its key': put('MFE-4', ''),
  'a key type that is none': put('MFE-5', 'QQ'),
  'a query without a name': put('QPD-1', ''),
  'a priority of a query that is none': put('RCP-1', 'X'),
  'a limit of a query that is a word': put('RCP-2', 'ten^RD'),
  'two messages in one line': replace('PID', /F$/, 'FMSH|^~\\&|'),
}
