// Synthetic notes with what identifies persons in many spellings, to start a search from.
export const PHI_TEXTS: readonly string[] = [
  'Patient: Zebulon Quuxley, DOB 12/31/1949, MRN 4471902. Seen by Dr. Osric Brandt at Saint Fictive Hospital.',
  'Pt called from (312) 555-0117, lives at 12 Elm Street, Aurora, IL 60505. SSN 123-45-6789. e-mail z.quux@example.org',
  'QUUXLEY,ZEBULON  93 y/o M admitted 2024-02-19 14:05 to 4 West rm 412B; son Alvin (Al) at bedside.',
  'quuxley zebulon says his sister mary ann o’brien will drive him home on tuesday, march 3rd',
  '<p>Mr. <b>Quux</b>ley&#39;s <i>BP</i> 120/80</p>\n<!-- MRN: 4471902 -->',
  '{"name":"Zebulon Quuxley","note":"seen 3/4/22 by RN Ada Sample","id":4471902}',
  'Z e b u l o n  Quuxley | Q\u00adu\u200bux | WmVidWxvbiBRdXV4bGV5IGlzIGhlcmUgdG9kYXk= | 10.0.0.12 | http://pacs.example/p/4471902?x=1',
  'Sr. José García-López, nacido el 3 de mayo de 1950. Frau Dr. Müller, geb. 01.02.1960, 2. Etage. Петров Иван Сергеевич 山田太郎',
  'Serial no. SN-88A41, device ABC123, plate 7XYZ321, account 99-1233-1, fax +49 30 123456, NHS 943 476 5919',
  'Parkinson disease, Crohn, Foley catheter. No names here: BP 110/70, HR 72, T 36.6, WBC 4.5.',
]
