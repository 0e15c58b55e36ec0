// The libraries inside the WebAssembly module of the image codecs (npm dcmjs-codecs): a module has no manifest, so that they are listed by hand.
//
// Versions are those that the module itself names in its messages and its build.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from './project-folder.ts'

/** The file of which the module is a part. */
export const CODECS_FILE = 'src/formats/dicom/pixels/codecs/codecs.generated.ts'
export const CODECS_PACKAGE = 'dcmjs-codecs'

export interface CodecPart {
  readonly name: string
  readonly version: string
  /** SPDX identifier. */
  readonly licence: keyof typeof LICENCE_FILES
  readonly copyright: readonly string[]
}

const LICENCE_FILES = {
  'Apache-2.0': 'LICENSE',
  'BSD-2-Clause': 'build/licences/bsd-2-clause.txt',
  'BSD-3-Clause': 'build/licences/bsd-3-clause.txt',
  IJG: 'build/licences/ijg.txt',
  MIT: 'build/licences/mit.txt',
} as const

export const CODEC_PARTS: readonly CodecPart[] = [
  { name: 'Better Enums', version: '0.11.3', licence: 'BSD-2-Clause', copyright: ['Copyright (c) 2012-2019, Anton Bachin'] },
  { name: 'Brotli', version: '1.2.0', licence: 'MIT', copyright: ['Copyright (c) 2009, 2010, 2013-2016 by the Brotli Authors.'] },
  {
    name: 'CharLS',
    version: '2.3.4',
    licence: 'BSD-3-Clause',
    copyright: ['Copyright (c) Jan de Vaan 2007-2010', 'Copyright (c) Team CharLS'],
  },
  { name: 'Highway', version: '1.2.0', licence: 'Apache-2.0', copyright: ['Copyright 2019-2024 Google LLC'] },
  { name: 'libijg8, libijg12, libijg16', version: 'as in DCMTK', licence: 'IJG', copyright: ['Copyright (C) 1991-1998, Thomas G. Lane.'] },
  { name: 'libjxl', version: '0.11.2', licence: 'BSD-3-Clause', copyright: ['Copyright (c) the JPEG XL Project Authors.'] },
  {
    name: 'OpenJPEG',
    version: '2.5.0',
    licence: 'BSD-2-Clause',
    copyright: [
      'Copyright (c) 2002-2014, Communications and Remote Sensing Laboratory, Universite catholique de Louvain (UCL), Belgium',
      'Copyright (c) 2002-2014, Professor Benoit Macq',
      'Copyright (c) 2001-2003, David Janssens',
      'Copyright (c) 2002-2003, Yannick Verschueren',
      'Copyright (c) 2003-2007, Francois-Olivier Devaux and Antonin Descampe',
      'Copyright (c) 2005, Herve Drolon, FreeImage Team',
      'Copyright (c) 2006-2007, Parvatha Elangovan',
      'Copyright (c) 2008, Jerome Fimes, Communications & Systemes',
      'Copyright (c) 2010-2011, Kaori Hagihara',
      "Copyright (c) 2011-2012, Centre National d'Etudes Spatiales (CNES), France",
      "Copyright (c) 2012, CS Systemes d'Information, France",
    ],
  },
  {
    name: 'OpenJPH',
    version: '0.18.2',
    licence: 'BSD-2-Clause',
    copyright: [
      'Copyright (c) 2019, Aous Naman',
      'Copyright (c) 2019, Kakadu Software Pty Ltd, Australia',
      'Copyright (c) 2019, The University of New South Wales, Australia',
    ],
  },
  { name: 'skcms', version: 'as in libjxl', licence: 'BSD-3-Clause', copyright: ['Copyright (c) 2018 Google Inc. All rights reserved.'] },
]

/** Copyright lines and the whole text of the licence. */
export function noticeOf({ copyright, licence }: CodecPart): string {
  const text = readFileSync(join(projectFolder, LICENCE_FILES[licence]), 'utf8').trim()
  const credit = licence === 'IJG' ? ['', 'This software is based in part on the work of the Independent JPEG Group.'] : []
  return [...copyright, ...credit, '', text].join('\n')
}
