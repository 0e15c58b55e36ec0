// What the API reference lacks for those who listen to it: landmarks around all of its parts, a heading of each level, and buttons that are
// called what they show. A plugin of Swagger UI.

type Properties = Readonly<Record<string, unknown>>

/** The parts of Swagger UI that the plugin uses. */
interface SwaggerSystem {
  readonly React: { createElement(type: unknown, properties: object | null, ...children: unknown[]): unknown }
}

type Wrapped = (original: unknown, system: SwaggerSystem) => (properties: Properties) => unknown

export function outlinePlugin() {
  return {
    wrapComponents: {
      InfoContainer: landmark('About this API'),
      AuthorizeBtnContainer: landmark('Authorization', 'Authorization'),
      operations: landmark(undefined, 'Operations'),
      // There is one server: the one that sent the page.
      ServersContainer: (() => () => null) satisfies Wrapped,
      Button: ((original, { React }) =>
        (properties) =>
          React.createElement(original, { ...properties, 'aria-label': undefined })) satisfies Wrapped,
    },
  }
}

/** Controls inside of Swagger UI that have no name, and texts that a keyboard could not scroll: named as they come. */
export function nameControls(page: Element): void {
  const name = () => {
    for (const select of page.querySelectorAll('select:not([aria-label])')) {
      const parameter = select.closest<HTMLElement>('[data-param-name]')?.dataset.paramName
      select.setAttribute('aria-label', parameter ?? 'Example')
    }
    for (const button of page.querySelectorAll('.close-modal:not([aria-label])')) button.setAttribute('aria-label', 'Close')
    for (const text of page.querySelectorAll('pre:not([tabindex])')) text.setAttribute('tabindex', '0')
    // No level is left out.
    for (const heading of page.querySelectorAll('h6:not([aria-level])')) heading.setAttribute('aria-level', '5')
    // A table is one; as a region it would say nothing of its cells.
    for (const table of page.querySelectorAll('table[role=region]')) table.removeAttribute('role')
  }
  new MutationObserver(name).observe(page, { childList: true, subtree: true })
}

/** @param heading is heard and not seen */
function landmark(label: string | undefined, heading?: string): Wrapped {
  return (original, { React }) =>
    (properties) =>
      React.createElement(
        label === undefined ? 'div' : 'section',
        { 'aria-label': label },
        heading === undefined ? null : React.createElement('h2', { className: 'docs-heading' }, heading),
        React.createElement(original, properties),
      )
}
