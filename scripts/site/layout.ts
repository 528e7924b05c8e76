import { escapeHtml } from './html.ts'

/** A page of the documentation: `path` is below `/docs/`, without an extension; the start page has ''. */
export type Page = {
  path: string
  title: string
  /** Heading of the navigation under which it is listed; null for pages that only others link to. */
  section: string | null
  /** Word before the title in the navigation, such as GET. */
  badge?: string
  body: string
}

/** The whole page. It loads what lies beside it and nothing else. */
export function layout(page: Page, pages: readonly Page[]): string {
  const sections = [...Map.groupBy(pages, ({ section }) => section)].filter(([section]) => section !== null)
  const navigation = sections
    .map(([section, listed]) => {
      const open = listed.some(({ path }) => path === page.path) || section === 'Start' || section === 'Guides'
      return `<details${open ? ' open' : ''}><summary>${escapeHtml(section)}</summary><ul>${listed.map((one) => link(one, page)).join('')}</ul></details>`
    })
    .join('')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(page.title)} · Redoubt</title><link rel="stylesheet" href="/docs/assets/site.css">
<link rel="icon" href="/docs/assets/icon.svg"><script type="module" src="/docs/assets/site.js"></script></head>
<body><a class="skip" href="#content">Skip to the content</a>
<header class="top"><a class="brand" href="/docs/">Redoubt</a>
<div class="search" role="search"><label for="search">Search</label><input id="search" type="search" placeholder="Search ( / )" autocomplete="off" aria-controls="results"><div id="results" role="listbox" aria-label="Results" hidden></div></div>
<button type="button" class="menu" aria-expanded="false" aria-controls="navigation">Menu</button></header>
<div class="columns"><nav id="navigation" aria-label="Documentation">${navigation}</nav>
<main id="content"><h1>${escapeHtml(page.title)}</h1>${page.body}</main></div></body></html>
`
}

function link(one: Page, current: Page): string {
  const here = one.path === current.path ? ' aria-current="page"' : ''
  const badge = one.badge === undefined ? '' : `<span class="verb ${one.badge.toLowerCase()}">${one.badge}</span>`
  return `<li><a href="${pageAddress(one.path)}"${here}>${badge}${escapeHtml(one.title)}</a></li>`
}

export function pageAddress(path: string): string {
  return `/docs/${path}`
}
