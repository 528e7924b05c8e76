import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Devtools, DevtoolsEvent, Untrusted } from './devtools.ts'
import { MAX_PARAMS, MAX_REPORT } from './pageRecorder.ts'
import { pageScript } from './pageScript.ts'

/** A private window: each of its frames, workers and popups waits to be watched before it runs. */
export type WatchedWindow = {
  /** Session of the page that was opened first. */
  session: string
  /** Its main frame, which stays the same when the page leads elsewhere. */
  frameId: string
  /** Name of the world that the page does not see. */
  world: string
  /** Frames of other sites that are there now, by session and frame. */
  frames(): { session: string; frameId: string }[]
  /** Windows that the page opened and that are watched, in order. */
  popups(): { session: string; frameId: string }[]
  /** How many more it opened, which were closed. */
  closed(): number
  /** From now on it is another person who visits: agent, language. */
  disguise(other: Visitor): void
  /** Opens an address in one more window, which counts as one that the page opened. Answers its session; null where there are as many as it may have. */
  open(url: string, visitor: Visitor): Promise<string | null>
  /** Hands our answer to the provider that asked in the given context. */
  reply(session: string, contextId: number, answer: object): void
}

/** Who visits, as headers and scripts see it. `timeZone`: of the IANA. */
export type Visitor = { userAgent: string; languages: string; timeZone: string }

/** A visitor as commands to the browser say it. */
type Persona = { agent: Untrusted; timeZone: string }

function personaOf({ userAgent, languages, timeZone }: Visitor): Persona {
  return { agent: { userAgent, acceptLanguage: languages, platform: 'iPhone' }, timeZone }
}

/** Where the first visitor lives. */
const TIME_ZONE = 'America/New_York'

const DENIED = [
  'notifications',
  'geolocation',
  'camera',
  'microphone',
  'clipboard-read',
  'midi',
  'idle-detection',
  'local-fonts',
]
const WINDOW = { width: 1280, height: 800 }
/** How often it is looked whether a window that was opened is there, and every how many milliseconds. */
const MAX_LOOKS = 25
const LOOK_EVERY_MS = 20

/**
 * Opens the window and goes on watching what belongs to it.
 * @param heard is told every event of the window, and what a page says by our provider as `method: 'report'`.
 */
export async function openWindow(
  devtools: Devtools,
  options: { chainId: string; popups: number; calls: number },
  heard: (event: DevtoolsEvent) => void,
): Promise<WatchedWindow> {
  const secret = () => `_${randomBytes(12).toString('hex')}`
  const names = { up: secret(), down: secret(), binding: secret(), reply: secret() }
  const world = secret()
  const uuid = crypto.randomUUID()
  const page = { ...names, uuid, chainId: options.chainId, maxBytes: MAX_PARAMS, maxCalls: options.calls }
  const provider = pageScript('provider', page)
  const others = pageScript('otherWallets', {
    ...otherAddresses(),
    up: names.up,
    maxBytes: MAX_PARAMS,
    maxCalls: MAX_OTHER_CALLS,
  })
  const bridge = pageScript('bridge', { ...names, maxBytes: MAX_REPORT })
  const agent = personalUserAgent(String((await devtools.send('Browser.getVersion')).userAgent))
  const { promise: first, resolve: opened } = Promise.withResolvers<{ session: string; frameId: string }>()
  let pages = 0
  let frames: { session: string; frameId: string }[] = []
  const popups: { session: string; frameId: string }[] = []
  const all: string[] = []
  /** Who visits now; who visits windows that were opened for another visitor, by session. */
  let visitor: Persona = { agent, timeZone: TIME_ZONE }
  const visitors = new Map<string, Persona>()
  /** Who visits the window that is being opened for them; null while none is. */
  let led: Persona | null = null

  const watch = (session: string, { agent, timeZone }: Persona) => {
    const tell = (method: string, params: Untrusted = {}) => devtools.tell(method, params, session)
    all.push(session)
    tell('Page.enable')
    tell('Network.enable', NETWORK)
    tell('Inspector.enable')
    tell('Security.setIgnoreCertificateErrors', { ignore: true })
    tell('Emulation.setUserAgentOverride', agent)
    tell('Emulation.setTimezoneOverride', { timezoneId: timeZone })
    tell('Target.setAutoAttach', ATTACH)
    // Bindings reach the contexts to come only where this is on.
    tell('Runtime.enable')
    tell('Runtime.addBinding', { name: names.binding, executionContextName: world })
    tell('Page.addScriptToEvaluateOnNewDocument', { source: bridge, worldName: world })
    tell('Page.addScriptToEvaluateOnNewDocument', { source: provider })
    tell('Page.addScriptToEvaluateOnNewDocument', { source: others })
    // Answered last, after all of the above took effect. A command to a page that still waits is lost.
    return devtools.send('Runtime.runIfWaitingForDebugger', {}, session)
  }
  const attached = ({ sessionId, targetInfo }: Untrusted, parent: string | undefined) => {
    const { type, targetId } = (targetInfo ?? {}) as Untrusted
    const own = visitors.get(parent ?? '') ?? (type === 'page' ? led : null) ?? visitor
    const session = String(sessionId)
    if (own !== visitor) visitors.set(session, own)
    if (type === 'page' && ++pages > 1 + options.popups) {
      devtools.tell('Target.closeTarget', { targetId })
      // The page that opened it shares its process, which stands still as long as one of its windows waits.
      return devtools.tell('Runtime.runIfWaitingForDebugger', {}, session)
    }
    if (type === 'page' && pages > 1) popups.push({ session, frameId: String(targetId) })
    if (type === 'iframe') frames.push({ session, frameId: String(targetId) })
    if (type === 'page' || type === 'iframe') {
      watch(session, own).then(
        () => type === 'page' && opened({ session, frameId: String(targetId) }),
        () => undefined,
      )
    } else {
      // Workers of every kind send what the page gives them.
      devtools.tell('Network.enable', NETWORK, session)
      devtools.tell('Emulation.setUserAgentOverride', own.agent, session)
      devtools.tell('Target.setAutoAttach', ATTACH, session)
      devtools.tell('Runtime.runIfWaitingForDebugger', {}, session)
    }
  }
  devtools.onEvent((event) => {
    if (event.method === 'Target.attachedToTarget') attached(event.params, event.session ?? undefined)
    else if (event.method === 'Target.detachedFromTarget')
      frames = frames.filter(({ session }) => session !== event.params.sessionId)
    else if (event.method !== 'Runtime.bindingCalled') heard(event)
    else if (event.params.name === names.binding) heard({ ...event, method: 'report' })
  })

  const { browserContextId } = await devtools.send('Target.createBrowserContext', { disposeOnDetach: true })
  devtools.tell('Browser.setDownloadBehavior', { behavior: 'deny', eventsEnabled: true, browserContextId })
  for (const name of DENIED) {
    devtools.tell('Browser.setPermission', { permission: { name }, setting: 'denied', browserContextId })
  }
  await devtools.send('Target.setAutoAttach', ATTACH)
  await devtools.send('Target.createTarget', { url: 'about:blank', browserContextId, ...WINDOW })
  return {
    ...(await first),
    world,
    frames: () => [...frames],
    popups: () => [...popups],
    closed: () => Math.max(0, pages - 1 - options.popups),
    disguise: (other) => {
      visitor = personaOf(other)
      visitors.clear()
      for (const session of all) {
        devtools.tell('Emulation.setUserAgentOverride', visitor.agent, session)
        devtools.tell('Emulation.setTimezoneOverride', { timezoneId: visitor.timeZone }, session)
      }
    },
    async open(url, other) {
      if (pages > options.popups) return null
      const known = popups.length
      const { session, frameId } = await first
      const isolated = { frameId, worldName: world }
      const { executionContextId } = await devtools.send('Page.createIsolatedWorld', isolated, session)
      const expression = `void open(${JSON.stringify(url)}, '_blank', 'noopener')`
      led = personaOf(other)
      await devtools.send('Runtime.evaluate', { expression, contextId: executionContextId, userGesture: true }, session)
      for (let looks = 0; looks < MAX_LOOKS && popups.length === known; looks++) await pause(LOOK_EVERY_MS)
      led = null
      return popups[known]?.session ?? null
    },
    reply: (session, contextId, answer) => {
      const expression = `window[${JSON.stringify(names.reply)}](${JSON.stringify(JSON.stringify(answer))})`
      devtools.tell('Runtime.evaluate', { expression, contextId }, session)
    },
  }
}

/** Requests to wallets of other networks that are told. */
const MAX_OTHER_CALLS = 50
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Accounts of other networks, made up for a visit: 32 bytes of Solana and of TON, 20 with prefix and checksum of Tron. */
function otherAddresses(): { solana: string; tron: { base58: string; hex: string }; ton: string } {
  const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
  const tron = Buffer.concat([Buffer.from([0x41]), randomBytes(20)])
  return {
    solana: base58(Buffer.concat([Buffer.from([1 + ((randomBytes(1)[0] ?? 0) % 254)]), randomBytes(31)])),
    ton: `0:${randomBytes(32).toString('hex')}`,
    tron: { base58: base58(Buffer.concat([tron, sha(sha(tron)).subarray(0, 4)])), hex: tron.toString('hex') },
  }
}

/** Of bytes that do not begin with zero. */
function base58(bytes: Uint8Array): string {
  let text = ''
  for (let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`); rest > 0n; rest /= 58n)
    text = `${BASE58[Number(rest % 58n)]}${text}`
  return text
}

/** Bytes that the browser keeps of what is sent and received. */
const NETWORK = { maxTotalBufferSize: 4_000_000, maxResourceBufferSize: 500_000, maxPostDataSize: 100_000 }
const ATTACH = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }

/** Parameters of Emulation.setUserAgentOverride: the same version as a desktop browser of a person, headers and script alike. */
export function personalUserAgent(headless: string): Untrusted {
  const version = /Chrome\/(\d+)/.exec(headless)?.[1] ?? '140'
  const brand = (name: string, version: string) => ({ brand: name, version })
  const brands = [brand('Chromium', version), brand('Google Chrome', version), brand('Not_A Brand', '24')]
  return {
    userAgent: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`,
    acceptLanguage: 'en-US,en;q=0.9',
    platform: 'Win32',
    userAgentMetadata: {
      brands,
      fullVersionList: brands.map(({ brand: name, version }) => brand(name, `${version}.0.0.0`)),
      platform: 'Windows',
      platformVersion: '15.0.0',
      architecture: 'x86',
      bitness: '64',
      model: '',
      mobile: false,
    },
  }
}
