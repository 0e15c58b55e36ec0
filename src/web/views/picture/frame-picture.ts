// A frame of a DICOM file as a picture, drawn by dicom/render in a thread beside the page.
import { useEffect, useState } from 'preact/hooks'
import { t } from '../../language/language.ts'
import type { FieldValue, RunResult } from '../../run/messages.ts'
import type { Outcome } from '../../run/tool-thread.ts'

/** Runs any tool in the tab. */
export type RunTool = (
  toolId: string,
  input: Readonly<Record<string, FieldValue>>,
  options: Readonly<Record<string, unknown>>,
  /** Whether anyone still waits for it when its turn comes; always, if left out. */
  isNeeded?: () => boolean,
) => Promise<Outcome<RunResult>>

export interface FramePicture {
  readonly content: Blob
  /** Of the frame, in pixels. */
  readonly width: number
  readonly height: number
  readonly frames: number
}

export type Drawn =
  | { readonly kind: 'picture'; readonly picture: FramePicture }
  | { readonly kind: 'none'; readonly why: string }
  | { readonly kind: 'drawing' }

/** @param frame from 1 */
export function useFramePicture(ask: RunTool, file: FieldValue | undefined, frame: number): Drawn {
  const [drawn, setDrawn] = useState<Drawn>({ kind: 'drawing' })
  useEffect(() => {
    if (!file) return setDrawn({ kind: 'none', why: t('Choose a file first.') })
    let current = true
    void ask('dicom/render', { file }, { frame }, () => current).then((outcome) => current && setDrawn(drawnOf(outcome)))
    return () => {
      current = false
    }
  }, [file, frame])
  return drawn
}

function drawnOf(outcome: Outcome<RunResult>): Drawn {
  if ('problem' in outcome) return { kind: 'none', why: outcome.problem.detail }
  if (!('done' in outcome)) return { kind: 'drawing' }
  const { value, document } = outcome.done
  if (!document || !value) return { kind: 'none', why: t('The image is too large to display.') }
  return {
    kind: 'picture',
    picture: { content: document.content, width: Number(value.width), height: Number(value.height), frames: Number(value.frames) },
  }
}
