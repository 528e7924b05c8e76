import { type Judged, type Tree, verdictTree } from './verdictTree.ts'

export type { Judged }

/** What of a page is used here: the types of the DOM are not those of Node. */
type PageElement = {
  append(...children: (PageElement | string)[]): void
  replaceChildren(...children: PageElement[]): void
  setAttribute(name: string, value: string): void
}
type Page = {
  HTMLElement?: new () => PageElement
  document: { createElement(tag: string): PageElement }
  customElements?: { get(name: string): unknown; define(name: string, made: unknown): void }
}

const page = globalThis as unknown as Page

/** Where there is no page, as on a server, the module can be imported and shows nothing. */
const Base = page.HTMLElement ?? (class {} as new () => PageElement)

const NAME = 'redoubt-verdict'

/**
 * `<redoubt-verdict>`: set its `verdict` to a verdict of the guard or to the answer of a scan. It has no styles and no shadow of its
 * own: the page's style sheet reaches `data-part`, `data-level` and `data-severity`.
 * @example document.querySelector('redoubt-verdict').verdict = await client.scan.transaction(transaction)
 */
export class RedoubtVerdict extends Base {
  #judged: Judged | null = null

  get verdict(): Judged | null {
    return this.#judged
  }

  set verdict(judged: Judged | null) {
    this.#judged = judged
    this.setAttribute('role', 'status')
    if (judged === null) this.replaceChildren()
    else this.replaceChildren(render(verdictTree(judged)))
  }
}

if (page.customElements && !page.customElements.get(NAME)) page.customElements.define(NAME, RedoubtVerdict)

function render({ tag, attributes, children }: Tree): PageElement {
  const made = page.document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  // Strings become text nodes: nothing in them is markup.
  made.append(...children.map((child) => (typeof child === 'string' ? child : render(child))))
  return made
}
