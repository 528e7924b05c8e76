import { page } from '../../src/sandbox/sites/page.ts'
import type { SiteAnswer } from '../../src/sandbox/sites/site.ts'
import type { PageButton, PageDesign } from './pageDesign.ts'
import { type Staging, stage, type WalletLibrary, walletRuntime } from './walletLibraries.ts'

/** What pages are built with. */
export const TOOLKITS = ['plain', 'client', 'component', 'dialog', 'framed'] as const
export type Toolkit = (typeof TOOLKITS)[number]

/** Puts another view in place. */
const SHOWS = /\bshow\b/
const WALLET = /\b(?:connect|ask|wallet|send|sign)\(/

const json = (body: string): SiteAnswer => ({ status: 200, headers: { 'content-type': 'application/json' }, body })
const script = (body: string): SiteAnswer => ({
  status: 200,
  headers: { 'content-type': 'text/javascript; charset=utf-8' },
  body,
})

/** The files of a site by path. */
export function build(
  design: PageDesign,
  how: { toolkit: Toolkit; library: WalletLibrary; staging: Staging },
): Record<string, SiteAnswer> {
  const { title, content, buttons = [], start = '', files = {} } = design
  const { toolkit, library, staging } = how
  const isQuiet = buttons.length === 0 && start === ''
  // A page that needs no wallet carries no library for one.
  const usesWallet = buttons.some(({ connects = true, code }) => connects || WALLET.test(code)) || WALLET.test(start)
  const usesShow = SHOWS.test([start, ...buttons.map(({ code }) => code)].join(' '))
  const body = () =>
    `<main id="view">${content}</main><div id="actions">${buttons.map(({ label }, at) => `<button type="button" data-at="${at}">${label}</button> `).join('')}</div><p id="note" role="status"></p>`
  const runtime = (root: string) => `const root = ${root}
const at = (selector) => root.querySelector(selector)
const say = (text) => { const note = at('#note'); if (note) note.textContent = text }
${usesShow ? `const show = (html) => { at('#view').innerHTML = html }` : ''}
${usesWallet ? walletRuntime(library) : ''}
const acts = [${buttons.map(actOf).join(', ')}]
const wire = () => root.querySelectorAll('[data-at]').forEach((button) => { button.onclick = () => Promise.resolve(acts[button.dataset.at](button)).catch(() => undefined) })`
  const go = `wire()\n${start === '' ? '' : `;(async () => { ${start} })().catch(() => undefined)`}`
  const hidden = (code: string) => stage(code, staging)
  const finish = (made: {
    html: SiteAnswer
    code: { path: string; staged: ReturnType<typeof hidden> } | null
    frame?: SiteAnswer
  }): Record<string, SiteAnswer> => ({
    '/': made.html,
    ...(made.frame && { '/embed/': made.frame }),
    ...(made.code && { [made.code.path]: script(made.code.staged.code) }),
    ...(made.code?.staged.more && { [made.code.staged.more.path]: json(made.code.staged.more.body) }),
    ...files,
  })
  if (toolkit === 'plain' || isQuiet) {
    if (isQuiet) return finish({ html: page(title, content), code: null })
    const staged = hidden(`${runtime('document')}\n${go}`)
    return {
      ...finish({ html: page(title, `${body()}<script type="module">${staged.code}</script>`), code: null }),
      ...(staged.more && { [staged.more.path]: json(staged.more.body) }),
    }
  }
  if (toolkit === 'client') {
    const code = `const h = (tag, props, ...children) => { const made = document.createElement(tag); Object.assign(made, props); made.append(...children); return made }
const app = document.getElementById('root')
app.append(h('div', { className: 'layout', innerHTML: ${JSON.stringify(body())} }))
${runtime('app')}\n${go}`
    return finish({
      html: page(title, '<div id="root"></div><script type="module" src="/assets/index-4f2a91.js"></script>'),
      code: { path: '/assets/index-4f2a91.js', staged: hidden(code) },
    })
  }
  if (toolkit === 'component') {
    const code = `customElements.define('app-shell', class extends HTMLElement { connectedCallback() { const shadow = this.attachShadow({ mode: 'open' }); shadow.innerHTML = ${JSON.stringify(body())}; run(shadow) } })
function run(shadow) { ${runtime('shadow')}\n${go} }`
    return finish({
      html: page(title, '<app-shell></app-shell><script src="/static/main.js"></script>'),
      code: { path: '/static/main.js', staged: hidden(code) },
    })
  }
  if (toolkit === 'framed') {
    const code = `${runtime('document')}\n${go}`
    return finish({
      html: page(
        title,
        `<header>${title}</header><iframe src="/embed/" width="800" height="900" title="${title}"></iframe>`,
      ),
      frame: page(title, `${body()}<script type="module" src="/embed/app.js"></script>`),
      code: { path: '/embed/app.js', staged: hidden(code) },
    })
  }
  const walletButtons = buttons.some(({ connects = true }) => connects)
  const opener = walletButtons ? 'Connect wallet' : 'Open'
  const code = `const host = document.getElementById('app')
host.innerHTML = ${JSON.stringify(`<main id="view">${content}</main><button type="button" id="open">${opener}</button><div id="actions"></div><p id="note" role="status"></p><div id="layer"></div>`)}
${runtime('host')}
at('#open').onclick = () => {
  ${
    walletButtons
      ? `at('#layer').innerHTML = '<div role="dialog" aria-modal="true"><h2>Connect a wallet</h2><div class="row" tabindex="0" style="cursor:pointer">MetaMask</div><div class="row" style="cursor:pointer">WalletConnect</div><div class="row" style="cursor:pointer">Coinbase Wallet</div></div>'
  at('.row').onclick = async () => { await connect(); at('#layer').innerHTML = ''; at('#open').textContent = account.slice(0, 6) + '…' + account.slice(-4); ready() }`
      : `at('#open').remove(); ready()`
  }
}
const ready = () => { at('#actions').innerHTML = ${JSON.stringify(buttons.map(({ label }, index) => `<button type="button" data-at="${index}">${label}</button> `).join(''))}; wire() }
${buttons.length === 0 ? `at('#open').remove()` : ''}
${start === '' ? '' : `;(async () => { ${start} })().catch(() => undefined)`}`
  return finish({
    html: page(title, '<div id="app"></div><script type="module" src="/js/chunk-7b1.js"></script>'),
    code: { path: '/js/chunk-7b1.js', staged: hidden(code) },
  })
}

function actOf({ code, connects = true }: PageButton): string {
  return `async (button) => { ${connects ? 'await connect(); ' : ''}${code} }`
}
