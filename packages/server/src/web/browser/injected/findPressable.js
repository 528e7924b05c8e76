/**
 * Runs in a world of its own: finds what a visitor who believes the page would press next, brings it into view and answers where it is;
 * null for none. Words, roles, size, contrast and novelty add up; no word list decides alone. `pressed` counts presses by key, `seen` are the
 * keys of an earlier look: what has come since is what the page wants pressed. `links`: ways to other pages of the same host instead.
 * Links to other sites come last, and lead nowhere but where a script of the page goes itself. `middle`: where there is nothing else, or a layer
 * lies over all, the middle of the window.
 */
export function findPressable({ pressed, seen, links, middle, maxPresses, maxElements }) {
  const WALLET = /^(meta ?mask|browser wallet|injected|rabby|trust wallet|detected wallet|ethereum wallet)/i
  const CONNECT = /connect|wallet|verbind|conect|connect|collega|подключ|кошел|连接|連接|錢包|钱包|接続|연결|bağla/i
  const ACT =
    /claim|mint|verif|approve|airdrop|swap|stake|sign|unlock|eligib|confirm|continue|proceed|start|enter|get |reward|migrat|sync|bridge|buy|deposit|withdraw|register|accept|allow|next|play|launch|\bopen\b|\bapp\b|member|restore|rectif|revoke|receive|copy|отриман|получ|领取|領取|受け取|받기|reclam|récl|einl|beanspr|login|log in/i
  // Ends the visit, or puts away what was to be pressed: a whole label, never a word of one.
  const NEVER =
    /^(?:(?:disconnect|log ?out|sign ?out|abmelden|déconnexion|desconectar|cerrar sesión|отключить|выйти|断开|斷開)(?:\s\S+){0,2}|cancel|abbrechen|annuler|cancelar|annulla|отмена|取消)$/i
  // Leads away from what a page is for, where the whole label says nothing else.
  const ASIDE =
    /cancel|\bclose\b|reject|decline|dismiss|abbrechen|docs|twitter|telegram|discord|github|terms|privacy|cookie/i
  const MAX_ASIDE_WORDS = 3
  /** Below all else, also in a dialog. */
  const ASIDE_WORTH = -5
  /** Of another site: after what belongs to the page, and no more than two. */
  const AWAY_WORTH = -4
  const MAX_AWAY = 2
  const MAX_AREA = 400_000
  const NATIVE = 'button, a, input, summary, [role=button], w3m-button, wui-list-wallet'
  const PICTURE = 'img, svg, canvas, picture, input[type=image]'
  const SELECTOR =
    'button, a, summary, [role=button], [role=link], [role=menuitem], [role=option], [role=tab], [role=checkbox], input[type=button], input[type=submit], input[type=image], input[type=checkbox], [onclick], [tabindex="0"], w3m-button, wui-list-wallet'

  const { matches, closest } = Element.prototype
  const { contains } = Node.prototype
  const found = []
  /** A pointer, or a small coloured box with a word in it: pages hear clicks on the whole document too. */
  const looksPressable = (element) => {
    if (element.childElementCount > 3) return false
    const { cursor, backgroundColor } = getComputedStyle(element)
    if (cursor === 'pointer') return true
    const { width, height } = element.getBoundingClientRect()
    const isBox = element.childElementCount === 0 && width >= 40 && width <= 400 && height >= 20 && height <= 120
    return isBox && backgroundColor !== 'rgba(0, 0, 0, 0)' && /^.{1,30}$/.test(element.textContent.trim())
  }
  const look = (root, shift, isDialog) => {
    for (const element of root.querySelectorAll('*')) {
      if (found.length >= maxElements) return
      // Fields of a form may have the names of its members.
      if (matches.call(element, 'form')) continue
      if (element.shadowRoot) look(element.shadowRoot, shift, isDialog)
      // A frame of another site has no document here.
      const inner = element.tagName === 'IFRAME' ? element.contentDocument : null
      if (inner?.body) {
        const { left, top } = element.getBoundingClientRect()
        look(inner, { frame: element, left: shift.left + left, top: shift.top + top }, isDialog)
      }
      if (element.matches(SELECTOR) || looksPressable(element)) {
        found.push({
          element,
          root,
          shift,
          inDialog: element.closest('dialog, [role=dialog], [aria-modal=true]') !== null,
        })
      }
    }
  }
  look(document, { frame: null, left: 0, top: 0 }, false)

  const words = (label) => {
    const isShort = label.split(/\s+/).length <= MAX_ASIDE_WORDS
    if (isShort && ASIDE.test(label) && !ACT.test(label.replace(ASIDE, ''))) return ASIDE_WORTH
    if (WALLET.test(label)) return 4
    if (CONNECT.test(label)) return 3
    return ACT.test(label) ? 2 : 0.4
  }
  /** What it says, or what the pictures in it are said to be. */
  const labelOf = (element) => {
    const own = element.innerText || element.value || element.getAttribute('aria-label') || element.alt || element.title
    if (typeof own === 'string' && own.trim() !== '') return own.trim().slice(0, 60)
    const inside = element.querySelector('[alt]:not([alt=""]), [aria-label], svg title')
    const said = inside?.getAttribute('alt') || inside?.getAttribute('aria-label') || inside?.textContent || ''
    return said.trim().slice(0, 60)
  }
  const isPicture = (element) =>
    element.matches(PICTURE) ||
    element.querySelector(PICTURE) !== null ||
    getComputedStyle(element).backgroundImage.includes('url(')
  const awayPressed = Object.keys(pressed).filter((key) => key.startsWith('away ')).length
  let unlabelled = 0
  /** What was taken, by element: words in a button take its pointer over and are no second button. */
  const taken = new Map()
  const outerOf = (element) => {
    for (let at = element.parentElement, depth = 0; at !== null && depth < 6; at = at.parentElement, depth++)
      if (taken.has(at)) return taken.get(at)
    return null
  }
  /** Whether a press at the middle of an element is one in a box of its inside. */
  const holdsMiddle = (box, outer) => {
    const { left, top, width, height } = outer.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    return box.left <= x && x <= box.right && box.top <= y && y <= box.bottom
  }
  for (const [order, { element, root, shift, inDialog }] of found.entries()) {
    const label = labelOf(element)
    const link = element.closest('a')
    const href = link?.getAttribute('href') ?? ''
    const stays = href === '' || href.startsWith('#') || href.startsWith('javascript:')
    const isOwn = link !== null && link.host === location.host
    const leads = !stays && isOwn && link.target !== '_blank' && !link.download
    const away = !stays && !isOwn && /^https?:$/.test(link.protocol) && !link.download
    if (label === '') unlabelled++
    const name = label === '' ? `#${unlabelled}` : label
    const key = `${away ? 'away ' : ''}${element.tagName} ${name}`
    const times = pressed[key] ?? 0
    if (links ? !leads : !stays && !away) continue
    if (element.disabled || element.closest('button')?.disabled || NEVER.test(label)) continue
    const said = words(label)
    if (links && said < 0) continue
    const box = element.getBoundingClientRect()
    if (box.width < 8 || box.height < 8 || box.width * box.height > MAX_AREA) continue
    const isButton = element.matches('button, [role=button], input, w3m-button, wui-list-wallet')
    if (label === '' && !isButton && (away || !isPicture(element))) continue
    const stands = getComputedStyle(element).backgroundColor !== 'rgba(0, 0, 0, 0)' ? 0.3 : 0
    const isWanted = said >= 2 || stands > 0 || CONNECT.test(String(link?.className))
    if (away && (!isWanted || times > 0 || awayPressed >= MAX_AWAY)) continue
    const outer = outerOf(element)
    if (outer !== null && (label === '' || label === outer.label) && holdsMiddle(box, outer.element)) {
      if (outer.element.matches(NATIVE) || !element.matches(NATIVE)) continue
      taken.delete(outer.element)
    }
    const size = Math.min(0.3, (box.width * box.height) / 60_000)
    const isNew = seen !== null && !seen.includes(key)
    const worth =
      said +
      (isButton ? 0.5 : 0) +
      (isNew ? 1.5 : 0) +
      (inDialog ? 1.5 : 0) +
      (away ? AWAY_WORTH : 0) +
      stands +
      size -
      times * 3
    const isSpent = times >= maxPresses
    taken.set(element, { element, root, shift, label, key, order, worth, isSpent, link: away ? link : null })
  }
  const candidates = [...taken.values()].filter(({ isSpent }) => !isSpent)
  const keys = [...new Set(candidates.map(({ key }) => key))].slice(0, 200)
  candidates.sort((a, b) => b.worth - a.worth || a.order - b.order)

  /** A press on the link goes nowhere by itself: the page's own scripts may still lead elsewhere. */
  const hold = (link) => {
    const view = link.ownerDocument.defaultView ?? window
    const { target } = link
    const stay = () => {
      link.target = '_self'
      setTimeout(() => {
        link.target = target
      })
    }
    const refuse = (event) => {
      const to = URL.parse(event.destination.url)
      const isOfLink = event.sourceElement === undefined ? event.userInitiated : event.sourceElement === link
      if (isOfLink && event.cancelable && to?.host !== view.location.host) event.preventDefault()
    }
    // After all that the page's own scripts do, unless they end it: then the way itself is shut.
    const end = (event) => {
      if (link.contains(event.composedPath()[0])) event.preventDefault()
    }
    link.addEventListener('click', stay, { capture: true, once: true })
    view.addEventListener('click', end)
    view.navigation?.addEventListener('navigate', refuse)
    setTimeout(() => {
      link.removeEventListener('click', stay, { capture: true })
      view.removeEventListener('click', end)
      view.navigation?.removeEventListener('navigate', refuse)
    }, 1_500)
  }

  for (const { element, root, shift, label, key, link } of candidates.slice(0, 40)) {
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { left, top, width, height } = element.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const hit = root.elementFromPoint?.(x, y) ?? null
    if (hit === null || !(element.contains(hit) || contains.call(hit, element))) continue
    if (link !== null) hold(link)
    const frame = shift.frame?.getBoundingClientRect()
    return { x: x + (frame?.left ?? 0), y: y + (frame?.top ?? 0), label, key, keys }
  }
  if (!middle || links) return null
  const [x, y] = [innerWidth / 2, innerHeight / 2]
  const hit = document.elementFromPoint(x, y)
  if (hit === null || closest.call(hit, 'a[href], iframe') !== null) return null
  /** Words in the middle of a layer are pressed with it. */
  let isLayer = false
  for (let at = hit; at !== null && at !== document.body && at !== document.documentElement; at = at.parentElement) {
    const { width, height } = Element.prototype.getBoundingClientRect.call(at)
    isLayer ||= /fixed|absolute/.test(getComputedStyle(at).position) && width * height > 0.8 * innerWidth * innerHeight
  }
  const isBare = candidates.length === 0 && Object.keys(pressed).length === 0
  return isLayer || isBare ? { x, y, label: '', key: 'middle', keys } : null
}
