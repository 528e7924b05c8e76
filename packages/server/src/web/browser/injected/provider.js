/**
 * Runs in the page's own world, in every frame, before any script of the page: a wallet that asks us. It speaks EIP-1193 and
 * announces itself by EIP-6963. What it needs is taken before the page can replace it; what the page can see is made by `bind` or
 * `Proxy`, of which no source is shown.
 */
export function installProvider({ up, down, chainId, uuid, maxBytes, maxCalls }) {
  const { apply, defineProperty } = Reflect
  const { stringify, parse } = JSON
  const { CustomEvent, Promise: PagePromise, Error: PageError, Proxy: PageProxy, setTimeout: later } = window
  const listen = window.addEventListener.bind(window)
  const dispatch = window.dispatchEvent.bind(window)
  const LATE_MS = 2_200
  const waiting = new Map()
  const listeners = new Map()
  const state = { chainId, accounts: [] }
  let calls = 0

  const hidden = (target, name, value) =>
    defineProperty(target, name, { value, writable: true, enumerable: false, configurable: true })
  const bound = (name, run) => {
    const made = run.bind(undefined)
    defineProperty(made, 'name', { value: name, configurable: true })
    return made
  }
  const send = (message) => dispatch(new CustomEvent(up, { detail: stringify(message) }))
  const failure = ({ code, message }) => {
    const error = new PageError(message)
    hidden(error, 'stack', `Error: ${message}`)
    error.code = code
    return error
  }
  const emit = (name, value) => {
    for (const listener of [...(listeners.get(name) ?? [])]) {
      try {
        listener(value)
      } catch (error) {
        later(() => {
          throw error
        })
      }
    }
  }

  listen(down, ({ detail }) => {
    const { id, result, error, chainId, accounts } = parse(detail)
    const asked = waiting.get(id)
    waiting.delete(id)
    const switched = state.chainId !== chainId
    const connected = state.accounts.length !== accounts.length
    state.chainId = chainId
    state.accounts = accounts
    if (switched) emit('chainChanged', chainId)
    if (connected) emit('accountsChanged', [...accounts])
    if (error) asked?.reject(failure(error))
    else asked?.resolve(result)
  })

  const ask = (provider, asked) =>
    new PagePromise((resolve, reject) => {
      const method = asked?.method
      if (typeof method !== 'string' || method === '') {
        return reject(failure({ code: -32602, message: "'args.method' must be a non-empty string." }))
      }
      if (calls >= maxCalls) return
      const params = stringify(asked.params ?? []) ?? '[]'
      const id = ++calls
      waiting.set(id, { resolve, reject })
      send({ id, provider, method: method.slice(0, 100), params: params.length > maxBytes ? null : params })
    })
  const answered = (id, promise, callback) =>
    promise.then(
      (result) => callback(null, { id, jsonrpc: '2.0', result }),
      (error) => callback(error, { id, jsonrpc: '2.0', error: { code: error.code, message: error.message } }),
    )

  const make = (provider) => {
    const made = {}
    const add = (name, listener) => {
      listeners.set(name, [...(listeners.get(name) ?? []), listener].slice(-100))
      return made
    }
    const remove = (name, listener) => {
      listeners.set(
        name,
        (listeners.get(name) ?? []).filter((one) => one !== listener),
      )
      return made
    }
    const once = (name, listener) => {
      const first = (value) => {
        remove(name, first)
        listener(value)
      }
      return add(name, first)
    }
    const sendAsync = (payload, callback) => void answered(payload?.id, ask(provider, payload), callback)
    const methods = {
      request: (asked) => ask(provider, asked),
      enable: () => ask(provider, { method: 'eth_requestAccounts' }),
      sendAsync,
      send: (asked, second) => {
        if (typeof second === 'function') return sendAsync(asked, second)
        if (typeof asked === 'string') return ask(provider, { method: asked, params: second })
        return ask(provider, asked).then((result) => ({ id: asked?.id, jsonrpc: '2.0', result }))
      },
      isConnected: () => true,
      on: add,
      addListener: add,
      once,
      off: remove,
      removeListener: remove,
      removeAllListeners: () => {
        listeners.clear()
        return made
      },
      emit: () => false,
      listenerCount: (name) => (listeners.get(name) ?? []).length,
    }
    for (const name of Object.keys(methods)) hidden(made, name, bound(name, methods[name]))
    made.isMetaMask = true
    hidden(made, '_metamask', { isUnlocked: bound('isUnlocked', () => PagePromise.resolve(true)) })
    hidden(made, '_events', {})
    const shown = {
      chainId: () => state.chainId,
      networkVersion: () => String(Number(state.chainId)),
      selectedAddress: () => state.accounts[0] ?? null,
    }
    for (const name of Object.keys(shown)) {
      defineProperty(made, name, { get: bound(name, shown[name]), enumerable: true, configurable: true })
    }
    return made
  }

  hidden(window, 'ethereum', make('eip1193'))
  const info = Object.freeze({
    uuid,
    name: 'MetaMask',
    icon: 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"%3E%3Cpath fill="%23f68" d="M0 0h9v9z"/%3E%3C/svg%3E',
    rdns: 'io.metamask',
  })
  const detail = Object.freeze({ info, provider: make('eip6963') })
  const announce = () => dispatch(new CustomEvent('eip6963:announceProvider', { detail }))
  listen('eip6963:requestProvider', announce)
  announce()
  dispatch(new CustomEvent('ethereum#initialized'))

  const MAX_COPIED = 20_000
  const copied = (text) => {
    if (typeof text === 'string' && text !== '' && calls < maxCalls) {
      calls++
      // What it does may stand at its end.
      const whole = text.length > MAX_COPIED ? `${text.slice(0, MAX_COPIED / 2)}\n${text.slice(-MAX_COPIED / 2)}` : text
      send({ copied: whole })
    }
  }
  // Only the value changes: how a property may be enumerated and replaced stays what it was.
  const around = (target, name, run) => {
    const native = target?.[name]
    if (typeof native !== 'function') return
    const value = new PageProxy(native, {
      apply: (call, self, given) => run(() => apply(call, self, given), given, self),
    })
    defineProperty(target, name, { value })
  }
  around(window.Clipboard?.prototype, 'writeText', (_, [text]) => {
    copied(String(text))
    return PagePromise.resolve()
  })
  const { Blob: PageBlob, ClipboardItem: PageItem } = window
  const [textOf, typeOf] = [PageBlob?.prototype.text, PageItem?.prototype.getType]
  around(window.Clipboard?.prototype, 'write', (_, [items]) => {
    for (const item of [...(items ?? [])].slice(0, 5)) {
      const type = [...(item?.types ?? [])].find((one) => /^text\//.test(one))
      if (type === undefined) continue
      apply(typeOf, item, [type])
        .then((blob) => apply(textOf, blob, []))
        .then((text) => copied(type === 'text/html' ? text.replace(/<[^>]{0,2000}>/g, ' ') : text))
        .catch(() => undefined)
    }
    return PagePromise.resolve()
  })
  around(window.DataTransfer?.prototype, 'setData', (call, [type, text]) => {
    if (/^(copy|cut)$/.test(window.event?.type ?? '') && /^text/.test(String(type))) copied(String(text))
    return call()
  })
  around(window.Document?.prototype, 'execCommand', (call, [command], document) => {
    if (/^(copy|cut)$/i.test(String(command))) {
      const { value, selectionStart, selectionEnd } = document.activeElement ?? {}
      copied(
        typeof value === 'string'
          ? value.slice(selectionStart ?? 0, selectionEnd ?? undefined)
          : String(document.getSelection()),
      )
    }
    return call()
  })
  // A collecting server that is down takes nothing: what the page would send it is seen all the same.
  const NativeSocket = window.WebSocket
  const { Event: PageEvent, CloseEvent } = window
  const sent = (url, data) => {
    if (typeof data === 'string' && calls < maxCalls) {
      calls++
      send({ sent: data.slice(0, 20_000), to: String(url).slice(0, 300) })
    }
  }
  // What another site's window tells this one has left that site.
  const MAX_MESSAGES = 100
  const dataOf = Object.getOwnPropertyDescriptor(window.MessageEvent.prototype, 'data').get
  const originOf = Object.getOwnPropertyDescriptor(window.MessageEvent.prototype, 'origin').get
  // A frame without an address has the origin of what wrote it.
  const ownOrigin = window.origin
  const { href: ownAddress, protocol: ownProtocol } = window.location
  const isOfTheWeb = ownProtocol === 'https:' || ownProtocol === 'http:'
  let messages = 0
  listen(
    'message',
    (event) => {
      const from = apply(originOf, event, [])
      if (!isOfTheWeb || from === ownOrigin || messages >= MAX_MESSAGES || calls >= maxCalls) return
      const data = apply(dataOf, event, [])
      let text = ''
      try {
        text = typeof data === 'string' ? data : (stringify(data) ?? '')
      } catch {
        return
      }
      if (text.length < 8) return
      messages++
      send({ sent: text.slice(0, 20_000), to: ownAddress.slice(0, 300), message: true })
    },
    true,
  )
  if (typeof NativeSocket === 'function') {
    const unreachable = new WeakSet()
    const nativeSend = NativeSocket.prototype.send
    const state = Object.getOwnPropertyDescriptor(NativeSocket.prototype, 'readyState')
    defineProperty(NativeSocket.prototype, 'send', {
      value: new PageProxy(nativeSend, {
        apply: (call, self, given) => (unreachable.has(self) ? sent(self.url, given[0]) : apply(call, self, given)),
      }),
    })
    defineProperty(NativeSocket.prototype, 'readyState', {
      get: new PageProxy(state.get, {
        apply: (call, self, given) => (unreachable.has(self) ? 1 : apply(call, self, given)),
      }),
    })
    const Socket = new PageProxy(NativeSocket, {
      construct: (target, given, made) => {
        const socket = Reflect.construct(target, given, made === Socket ? target : made)
        let opened = false
        socket.addEventListener('open', () => {
          opened = true
        })
        socket.addEventListener('error', (event) => {
          if (opened) return
          event.stopImmediatePropagation()
          opened = true
          unreachable.add(socket)
          socket.dispatchEvent(new PageEvent('open'))
          later(() => {
            unreachable.delete(socket)
            socket.dispatchEvent(new PageEvent('error'))
            socket.dispatchEvent(new CloseEvent('close', { code: 1006 }))
          }, 1_200)
        })
        socket.addEventListener('close', (event) => {
          if (unreachable.has(socket)) event.stopImmediatePropagation()
        })
        return socket
      },
    })
    defineProperty(window, 'WebSocket', { value: Socket })
    defineProperty(NativeSocket.prototype, 'constructor', { value: Socket })
  }
  // What is in a closed shadow root is pressed and read as well.
  around(window.Element?.prototype, 'attachShadow', (call, given) => {
    if (given[0]?.mode === 'closed') given[0] = { ...given[0], mode: 'open' }
    return call()
  })
  // What a page puts off is seen sooner: a person stays longer than a scan. How long it takes is told, so that it is waited for.
  const MAX_TOLD = 30
  let told = 0
  const putOff = (milliseconds) => {
    if (told >= MAX_TOLD) return
    told++
    send({ later: told === MAX_TOLD ? LATE_MS : milliseconds })
  }
  around(window, 'setTimeout', (call, given) => {
    if (given[1] > 900) given[1] = 900 + (given[1] - 900) / 12
    if (given[1] >= 60) putOff(+given[1])
    return call()
  })
  around(window, 'setInterval', (call, given) => {
    if (given[1] >= 250) given[1] = Math.max(100, given[1] / 4)
    putOff(LATE_MS)
    return call()
  })
  // Clocks go with the timers: some pages look at the time that has passed.
  const NativeDate = window.Date
  const nativeNow = NativeDate.now
  const startedAt = nativeNow()
  const ahead = () => Math.min(20_000, 2 * (nativeNow() - startedAt))
  const PageDate = new PageProxy(NativeDate, {
    construct: (target, given, made) =>
      Reflect.construct(
        target,
        given.length === 0 ? [nativeNow() + ahead()] : given,
        made === PageDate ? target : made,
      ),
  })
  around(NativeDate, 'now', (call) => call() + ahead())
  defineProperty(NativeDate.prototype, 'constructor', { value: PageDate })
  defineProperty(window, 'Date', { value: PageDate })
  around(window.Performance?.prototype, 'now', (call) => call() + ahead())
  for (const name of ['requestAnimationFrame', 'requestIdleCallback'])
    around(window, name, (call) => {
      putOff(LATE_MS)
      return call()
    })
  for (const name of ['Worker', 'SharedWorker', 'EventSource'])
    if (typeof window[name] === 'function')
      defineProperty(window, name, {
        value: new PageProxy(window[name], {
          construct: (target, given, made) => {
            putOff(LATE_MS)
            return Reflect.construct(target, given, made)
          },
        }),
      })
  // Pages print objects whose getters tell them that somebody is reading, and then behave.
  for (const name of Object.keys(window.console)) around(window.console, name, () => undefined)
}
