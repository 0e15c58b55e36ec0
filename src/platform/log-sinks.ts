// Opens the log sinks that the configuration names.
import type { LogSinkSettings } from './config.ts'
import type { SinkBinding } from './log.ts'
import { FileSink, openStdoutSink } from './log-sink.ts'

export function openSinks(settings: readonly LogSinkSettings[]): SinkBinding[] {
  return settings.map((setting) => ({
    streams: setting.streams,
    sink: setting.type === 'stdout' ? openStdoutSink(setting.bufferBytes) : new FileSink(setting.path, setting.bufferBytes),
  }))
}

export function reopenSinks(bindings: readonly SinkBinding[]): void {
  for (const { sink } of bindings) if (sink instanceof FileSink) sink.reopen()
}
