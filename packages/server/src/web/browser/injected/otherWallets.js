/**
 * Runs in the page's own world, in every frame, before any script of the page: wallets of other networks, as most visitors have one beside
 * the first. They connect, and sign nothing: what they are asked for is told, because no scan judges it.
 */
export function installOtherWallets({ up, maxBytes, maxCalls, solana, tron, ton }) {
  const { defineProperty } = Reflect
  const { stringify } = JSON
  const { CustomEvent, Error: PageError, Promise: PagePromise, Proxy: PageProxy } = window
  const listen = window.addEventListener.bind(window)
  const dispatch = window.dispatchEvent.bind(window)
  const [SIGNS, MAX_PATH] = [/^(?:sign|multiSign|send|broadcast)/, 5]
  let calls = 0

  const hidden = (target, name, value) =>
    defineProperty(target, name, { value, writable: true, enumerable: false, configurable: true })
  /** Bytes and objects of libraries are told in short. */
  const plain = (value) => {
    try {
      const told = stringify(value, (_, one) => {
        if (typeof one === 'bigint' || typeof one === 'function') return String(one).slice(0, 80)
        return ArrayBuffer.isView(one)
          ? [...new Uint8Array(one.buffer, one.byteOffset, one.byteLength)].slice(0, 2_000)
          : one
      })
      return told.length > maxBytes ? null : told
    } catch {
      return '[]'
    }
  }
  const tell = (method, params) => {
    if (calls >= maxCalls) return
    const detail = stringify({ id: ++calls, provider: 'other-network', method, params: plain(params) })
    dispatch(new CustomEvent(up, { detail }))
  }
  const refused = () => {
    const error = new PageError('User rejected the request.')
    error.code = 4001
    return PagePromise.reject(error)
  }

  const key = {
    toString: () => solana,
    toBase58: () => solana,
    toJSON: () => solana,
    equals: (other) => String(other) === solana,
  }
  const listeners = new Map()
  const emit = (name, value) => {
    for (const one of listeners.get(name) ?? []) one(value)
  }
  const phantom = { isPhantom: true, isConnected: false, publicKey: null }
  const connect = (options) => {
    if (options?.onlyIfTrusted && !phantom.isConnected) return refused()
    tell('solana:connect', [])
    phantom.isConnected = true
    phantom.publicKey = key
    emit('connect', key)
    return PagePromise.resolve({ publicKey: key })
  }
  const asked =
    (name) =>
    (...given) => {
      tell(`solana:${name}`, given)
      return refused()
    }
  const signs = [
    'signMessage',
    'signTransaction',
    'signAllTransactions',
    'signAndSendTransaction',
    'signAndSendAllTransactions',
    'signIn',
  ]
  for (const name of signs) hidden(phantom, name, asked(name))
  const methods = {
    connect,
    disconnect: () => {
      phantom.isConnected = false
      return PagePromise.resolve()
    },
    request: ({ method, params } = {}) => (method === 'connect' ? connect(params) : asked(String(method))(params)),
    on: (name, listener) => {
      listeners.set(name, [...(listeners.get(name) ?? []), listener].slice(-50))
      return phantom
    },
    off: () => phantom,
    removeListener: () => phantom,
    removeAllListeners: () => phantom,
  }
  for (const name of Object.keys(methods)) hidden(phantom, name, methods[name])
  hidden(window, 'solana', phantom)
  hidden(window, 'phantom', { solana: phantom })

  // The same as libraries of today look for it (Wallet Standard).
  const account = {
    address: solana,
    publicKey: new Uint8Array(32).fill(7),
    chains: ['solana:mainnet'],
    features: ['solana:signAndSendTransaction', 'solana:signTransaction', 'solana:signMessage'],
  }
  const feature = (name) => ({ version: '1.0.0', supportedTransactionVersions: ['legacy', 0], [name]: asked(name) })
  const standard = {
    version: '1.0.0',
    name: 'Phantom',
    icon: 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCA5IDkiLz4=',
    chains: ['solana:mainnet'],
    accounts: [],
    features: {
      'standard:connect': {
        version: '1.0.0',
        connect: () =>
          connect().then(() => {
            standard.accounts = [account]
            return { accounts: standard.accounts }
          }),
      },
      'standard:disconnect': { version: '1.0.0', disconnect: methods.disconnect },
      'standard:events': { version: '1.0.0', on: () => () => undefined },
      'solana:signAndSendTransaction': feature('signAndSendTransaction'),
      'solana:signTransaction': feature('signTransaction'),
      'solana:signMessage': feature('signMessage'),
    },
  }
  listen('wallet-standard:app-ready', ({ detail }) => detail?.register?.(standard))
  dispatch(new CustomEvent('wallet-standard:register-wallet', { detail: ({ register }) => register(standard) }))

  /** Whatever a library of Tron offers: what would be signed or sent is told by its path, with what it was made from. */
  const reach = (path, given) =>
    new PageProxy(() => undefined, {
      get: (_, name) => {
        if (name === 'toJSON') return () => given
        if (typeof name !== 'string' || name === 'then') return undefined
        return path.length >= MAX_PATH ? undefined : reach([...path, name], given)
      },
      apply: (_, __, call) => {
        const last = path.at(-1) ?? ''
        const all = [...given, ...call].slice(0, 8)
        if (!SIGNS.test(last)) return reach(path, all)
        tell(`tron:${path.slice(-2).join('.')}`, all)
        return refused()
      },
    })
  const address = { base58: tron.base58, hex: tron.hex }
  const tronWeb = new PageProxy(
    { ready: true, defaultAddress: address, fullNode: {}, isAddress: (one) => /^T\w{33}$/.test(one) },
    {
      get: (target, name) =>
        typeof name !== 'string' || name === 'then' ? undefined : (target[name] ?? reach([name], [])),
    },
  )
  const request = ({ method, params } = {}) => {
    if (!/requestAccounts$/.test(String(method))) {
      tell(`tron:${method}`, params)
      return refused()
    }
    tell('tron:connect', [])
    hidden(window, 'tronWeb', tronWeb)
    return PagePromise.resolve({ code: 200, message: 'ok' })
  }
  hidden(window, 'tronLink', { ready: true, isTronLink: true, tronWeb, request })
  hidden(window, 'tronWeb', tronWeb)

  /** Wallets of TON as their own browsers inject them (TON Connect). */
  const device = {
    platform: 'browser',
    appName: 'tonkeeper',
    appVersion: '4.4.0',
    maxProtocolVersion: 2,
    features: ['SendTransaction', { name: 'SendTransaction', maxMessages: 4 }],
  }
  const heard = []
  let events = 0
  const connected = () => ({
    event: 'connect',
    id: ++events,
    payload: { items: [{ name: 'ton_addr', address: ton, network: '-239', publicKey: ton.slice(2) }], device },
  })
  const unknown = () => ({ event: 'connect_error', id: ++events, payload: { code: 100, message: 'Unknown app' } })
  let isConnected = false
  const tonconnect = {
    deviceInfo: device,
    protocolVersion: 2,
    isWalletBrowser: false,
    connect: () => {
      tell('ton:connect', [])
      isConnected = true
      const event = connected()
      for (const one of heard) one(event)
      return PagePromise.resolve(event)
    },
    restoreConnection: () => PagePromise.resolve(isConnected ? connected() : unknown()),
    send: ({ method, params = [], id } = {}) => {
      if (method === 'disconnect') return PagePromise.resolve({ id, result: {} })
      tell(`ton:${method}`, params)
      return PagePromise.resolve({ id, error: { code: 300, message: 'Reject request' } })
    },
    listen: (one) => {
      if (typeof one === 'function' && heard.length < 20) heard.push(one)
      return () => undefined
    },
    disconnect: () => undefined,
  }
  for (const name of ['tonkeeper', 'mytonwallet']) hidden(window, name, { tonconnect })
}
