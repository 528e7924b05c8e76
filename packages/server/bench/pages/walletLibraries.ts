import { VISITOR } from './pageDesign.ts'

/** JavaScript that defines `ask(method, params)`, in the manner of the libraries that pages use. */
const LIBRARIES = {
  provider: `const ask = (method, params = []) => window.ethereum.request({ method, params })`,
  announced: `let found = null
window.addEventListener('eip6963:announceProvider', (event) => { found = found || event.detail.provider })
window.dispatchEvent(new Event('eip6963:requestProvider'))
const ask = (method, params = []) => (found || window.ethereum).request({ method, params })`,
  ethers: `class BrowserProvider { constructor(source) { this.source = source } send(method, params) { return this.source.request({ method, params }) } }
class JsonRpcSigner { constructor(provider, address) { this.provider = provider; this.address = address } }
const ask = (method, params = []) => new BrowserProvider(window.ethereum).send(method, params)`,
  viem: `const custom = (source) => () => ({ request: (asked) => source.request(asked) })
const createWalletClient = ({ transport }) => { const { request } = transport(); return { request, getAddresses: () => request({ method: 'eth_accounts' }) } }
const client = () => createWalletClient({ transport: custom(window.ethereum) })
const ask = (method, params = []) => client().request({ method, params })`,
  web3: `function Web3(provider) { this.currentProvider = provider }
Web3.prototype.call = function (method, params) { return new Promise((done, failed) => this.currentProvider.sendAsync({ jsonrpc: '2.0', id: Date.now(), method, params }, (error, answer) => error ? failed(error) : done(answer.result))) }
const ask = (method, params = []) => new Web3(window.ethereum).call(method, params)`,
} as const

export type WalletLibrary = keyof typeof LIBRARIES
export const WALLET_LIBRARIES = Object.keys(LIBRARIES) as WalletLibrary[]

/** The functions that the code of a design uses. */
export function walletRuntime(library: WalletLibrary): string {
  return `${LIBRARIES[library]}
let account = null
const fill = (text) => text.replaceAll('${VISITOR}', account).replaceAll('${VISITOR.slice(2)}', String(account).slice(2))
const connect = async () => { account = account || (await ask('eth_requestAccounts'))[0]; return account }
const wallet = async (method, params) => { try { return await ask(method, params) } catch (error) { say(error && error.message || 'Rejected'); throw error } }
const send = ({ to, data, value }) => wallet('eth_sendTransaction', [{ from: account, to, data: fill(data), value }])
const sign = (typed) => wallet('eth_signTypedData_v4', [account, fill(JSON.stringify(typed))])`
}

/** How code comes to the page. Honest pages minify; the others hide. */
export type Staging = 'open' | 'bundled' | 'encoded' | 'remote' | 'split'

const METHOD = /'(eth_(?:send|sign)\w*|wallet_\w+|personal_sign)'/g

/** The code as the page carries it. `more`: another file of the site. */
export function stage(code: string, staging: Staging): { code: string; more?: { path: string; body: string } } {
  switch (staging) {
    case 'open':
      return { code }
    case 'bundled':
      return {
        code: `!function(){"use strict";var e={};e.v="3.9.${code.length % 10}";(async()=>{${code.replace(/\n\s*/g, ';').replace(/([{(,;=>]);/g, '$1')}})()}();`.replace(
          /;;+/g,
          ';',
        ),
      }
    case 'encoded':
      return {
        code: `(0, eval)(decodeURIComponent(escape(atob('${Buffer.from(`(async()=>{${code}})()`, 'utf8').toString('base64')}'))))`,
      }
    case 'remote': {
      const body = JSON.stringify({ theme: 'dark', chunk: [...`(async()=>{${code}})()`].reverse().join('') })
      return {
        code: `fetch('/api/settings.json').then((answer) => answer.json()).then(({ chunk }) => (new Function([...chunk].reverse().join('')))())`,
        more: { path: '/api/settings.json', body },
      }
    }
    case 'split':
      return {
        code: code.replace(
          METHOD,
          (_, name: string) => `[${[...name.matchAll(/.{1,4}/g)].map(([part]) => `'${part}'`).join(',')}].join('')`,
        ),
      }
  }
}
