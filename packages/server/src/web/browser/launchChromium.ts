import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { makeBrowserFolder } from './browserFolder.ts'
import { BrowserUnavailable } from './browserLimits.ts'
import { createDevtools, type Devtools } from './devtools.ts'
import { killAll, processesNaming, processTree } from './processTree.ts'
import { watchMemory } from './watchMemory.ts'

/** Features that talk to their maker, or to the machine, of their own accord. */
const DISABLED_FEATURES = [
  ...['Translate', 'OptimizationHints', 'MediaRouter', 'DialMediaRouteProvider', 'AutofillServerCommunication'],
  ...[
    'InterestFeedContentSuggestions',
    'CertificateTransparencyComponentUpdater',
    'AcceptCHFrame',
    'GlobalMediaControls',
  ],
  ...['SafeBrowsingAsyncRealTimeCheck', 'NetworkTimeServiceQuerying', 'WebBluetooth', 'HttpsUpgrades'],
  // The browser's own pages, which are never looked at here: without them it starts in a third of the time.
  ...[
    'WebUIOmniboxPopup',
    'WebUIOmniboxAimPopup',
    'WebUIOmniboxFullPopup',
    'AimEnabled',
    'OptimizationGuideOnDeviceModel',
    'OptimizationGuideModelExecution',
    'OnDeviceModelService',
    'AIPromptAPI',
    'WebMachineLearningNeuralNetwork',
    'SpareRendererForSitePerProcess',
  ],
]

/** A browser process of its own, with a profile that is new and is used once. */
export type Chromium = {
  pid: number
  devtools: Devtools
  /** Settles when all its processes have ended and its folder is gone. */
  ended: Promise<void>
  /** Sends SIGKILL to all its processes. The first reason given stands. */
  kill(reason: ChromiumEnd): void
  /** Why it was ended; `crash` for one that ended of itself, null while it runs. */
  why(): ChromiumEnd | null
}
export type ChromiumEnd = 'done' | 'time' | 'memory' | 'protocol' | 'crash' | 'limit'

/** Starts a browser. @throws BrowserUnavailable `engine` when there is no such program. */
export async function launchChromium(options: {
  chromiumPath: string
  proxyUrl: string
  memoryBytes: number
  unsandboxed: boolean
  /** Ends the browser when it aborts: `time`. */
  signal: AbortSignal
}): Promise<Chromium> {
  const folder = await makeBrowserFolder()
  const flags = chromiumFlags({ ...options, folder })
  const [file = '', ...args] = [...containment(), options.chromiumPath, ...flags]
  // Detached: a process group of its own, which can be ended as a whole.
  const child = spawn(file, args, {
    cwd: folder,
    detached: true,
    env: environment(folder),
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  })
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  let why: ChromiumEnd | null = null
  let said = ''
  const kill = (reason: ChromiumEnd) => {
    why ??= reason
    killTree(child.pid)
  }
  child.stderr?.on('data', (chunk: Buffer) => {
    if (said.length < 4_096) said += chunk.toString('latin1')
  })
  const endWatch = child.pid === undefined ? null : watchMemory(child.pid, options.memoryBytes, () => kill('memory'))
  const late = () => kill('time')
  options.signal.addEventListener('abort', late, { once: true })
  const over = async () => {
    why ??= 'crash'
    endWatch?.()
    options.signal.removeEventListener('abort', late)
    devtools.end()
    await allGone(child.pid, folder)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined)
    end()
  }
  const [input, output] = [child.stdio[3] as Writable, child.stdio[4] as Readable]
  const devtools = createDevtools(output, input, () => kill('protocol'))
  child.once('exit', over)
  child.once('error', over)
  if (child.pid === undefined) {
    await ended
    throw new BrowserUnavailable('engine', 'The browser could not be started. CHROMIUM_PATH is to name its program.')
  }
  if (options.signal.aborted) late()
  await devtools.send('Browser.getVersion').catch(async (error: unknown) => {
    kill('crash')
    await ended
    throw new BrowserUnavailable('engine', why === 'time' ? TOO_SLOW : whyNotStarted(said), { cause: error })
  })
  return { pid: child.pid, devtools, ended, kill, why: () => why }
}

const TOO_SLOW = 'The browser did not start in time.'

function whyNotStarted(said: string): string {
  if (!/No usable sandbox|setuid sandbox|namespace sandbox|user namespace/i.test(said))
    return 'The browser did not start.'
  return 'The browser found no sandbox and is not run without. Allow unprivileged user namespaces, or install its setuid helper (Debian: chromium-sandbox).'
}

/** Nothing of ours: keys and addresses of the service are in its environment. */
function environment(folder: string): Record<string, string> {
  return {
    PATH: '/usr/bin:/bin',
    LANG: 'C.UTF-8',
    HOME: folder,
    TMPDIR: folder,
    XDG_CONFIG_HOME: folder,
    XDG_CACHE_HOME: folder,
    DBUS_SESSION_BUS_ADDRESS: 'disabled:',
  }
}

/** Of one process, what it only set aside too: V8 sets several GB aside and renderers end at less. */
const MAX_PROCESS_BYTES = 8 * 1024 ** 3

/**
 * What bounds it from outside: `setpriv` lets it die with us, and `prlimit` bounds what one of its processes can take between two
 * looks at all of them. Used where installed (util-linux).
 */
function containment(): string[] {
  if (process.platform !== 'linux') return []
  return [
    ...(isProgram('setpriv') ? ['setpriv', '--pdeathsig', 'KILL'] : []),
    ...(isProgram('prlimit') ? ['prlimit', `--data=${MAX_PROCESS_BYTES}`, '--core=0'] : []),
  ]
}

function isProgram(name: string): boolean {
  return ['/usr/bin', '/bin'].some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}

function killTree(root: number | undefined): void {
  if (root !== undefined) killAll([-root, ...processTree(root).map((one) => one.pid)])
}

/** Until no process of the browser is left, each look killing what was started since the last. */
async function allGone(root: number | undefined, folder: string): Promise<void> {
  for (let looks = 0; looks < 200; looks++) {
    const left = [...processTree(root ?? -1).map(({ pid }) => pid), ...processesNaming(folder)]
    if (left.length === 0) return
    killAll(left)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}

/**
 * Command line of a Chromium that reaches the world by our proxy alone.
 *
 * The proxy takes loopback names too (`<-loopback>` removes the rule that leaves them out); names are resolved by it and never
 * here; QUIC and WebRTC, which know no proxy, are off.
 */
export function chromiumFlags(options: { folder: string; proxyUrl: string; unsandboxed: boolean }): string[] {
  const { folder, proxyUrl, unsandboxed } = options
  return [
    ...['--headless', '--remote-debugging-pipe', '--no-startup-window', `--user-data-dir=${folder}/profile`],
    ...[`--disk-cache-dir=${folder}/cache`, '--disk-cache-size=33554432'],
    ...[`--proxy-server=${proxyUrl}`, '--proxy-bypass-list=<-loopback>'],
    `--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE ${new URL(proxyUrl).hostname}`,
    // Of sites behind a warning workers run too, as their pages do.
    '--ignore-certificate-errors',
    ...['--disable-quic', '--disable-http2-alternative-services', '--dns-prefetch-disable', '--disable-async-dns'],
    ...[
      '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
      '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    ],
    ...['--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-default-apps'],
    ...['--disable-domain-reliability', '--disable-field-trial-config', '--disable-client-side-phishing-detection'],
    ...['--disable-breakpad', '--metrics-recording-only', '--no-pings'],
    ...[
      '--no-first-run',
      '--no-default-browser-check',
      '--no-service-autorun',
      '--disable-search-engine-choice-screen',
    ],
    ...['--disable-extensions', '--disable-component-extensions-with-background-pages', '--disable-plugins-discovery'],
    ...[
      '--password-store=basic',
      '--use-mock-keychain',
      '--disable-print-preview',
      '--mute-audio',
      '--disable-speech-api',
    ],
    ...[
      '--disable-gpu',
      '--disable-software-rasterizer',
      '--disable-3d-apis',
      '--disable-dev-shm-usage',
      '--window-size=1280,800',
      '--lang=en-US',
    ],
    // A page that asks whether it is being driven by a program behaves for as long as it is.
    '--disable-blink-features=AutomationControlled',
    // Hostile pages of one scan need no protection from each other, and every process costs 60 MB.
    ...['--disable-site-isolation-trials', '--renderer-process-limit=3', '--js-flags=--max-old-space-size=512'],
    `--disable-features=IsolateOrigins,site-per-process,${DISABLED_FEATURES.join()}`,
    ...(unsandboxed ? ['--no-sandbox'] : []),
  ]
}
