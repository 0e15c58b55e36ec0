// Keys of the page: Ctrl+K searches everything, / goes to the search of tools, Ctrl+Enter runs the tool.
import { useEffect } from 'preact/hooks'

/** @param onSearch for Ctrl+K */
export function useShortcuts(onSearch: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isCommand = event.ctrlKey || event.metaKey
      if (isCommand && event.key.toLowerCase() === 'k') onSearch()
      else if (isCommand && event.key === 'Enter') document.querySelector<HTMLElement>('.actions button.primary')?.click()
      else if (event.key === '/' && !isCommand && !isTyping(event.target)) document.querySelector<HTMLElement>('nav .search')?.focus()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input, textarea, select, [contenteditable]')
}
