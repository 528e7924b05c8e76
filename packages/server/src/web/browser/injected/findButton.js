/**
 * Runs in a world of its own: finds the button that somebody who believes the page would press next, brings it into view and answers
 * where it is; null for none. `pressed` counts presses by label, so that one button does not take them all.
 */
export function findButton({ pressed, maxPresses, maxElements }) {
  const WALLET = /^(meta ?mask|browser wallet|injected|rabby|trust wallet|detected wallet|ethereum wallet)/i
  const CONNECT = /connect|wallet|verbind|conect|connect|collega|подключ|кошел|连接|連接|錢包|钱包|接続|연결|bağla/i
  const ACT =
    /claim|mint|verif|approve|airdrop|swap|stake|sign|unlock|eligib|confirm|continue|proceed|start|enter|get |reward|migrat|sync|bridge|buy|deposit|withdraw|register|accept|allow|next|play|restore|rectif|revoke|receive|отриман|получ|领取|領取|受け取|받기|reclam|récl|einl|beanspr|login|log in/i
  const NEVER =
    /disconnect|cancel|close|reject|decline|dismiss|log ?out|docs|twitter|telegram|discord|github|learn|terms|privacy|cookie setting/i
  const SELECTOR =
    'button, a, [role=button], input[type=button], input[type=submit], [onclick], w3m-button, wui-list-wallet'

  const found = []
  const look = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (found.length >= maxElements) return
      if (element.shadowRoot) look(element.shadowRoot)
      if (
        element.matches(SELECTOR) ||
        (element.childElementCount < 4 && getComputedStyle(element).cursor === 'pointer')
      ) {
        found.push({ element, root })
      }
    }
  }
  look(document)

  const worth = (label) => {
    const times = pressed[label] ?? 0
    if (label === '' || NEVER.test(label) || times >= maxPresses) return 0
    if (WALLET.test(label)) return 4 - times
    if (CONNECT.test(label)) return times === 0 ? 3 : 0.5
    return ACT.test(label) ? 2 - times : 0
  }
  const candidates = found
    .map(({ element, root }, order) => {
      const label = (element.innerText || element.value || element.getAttribute('aria-label') || '').trim().slice(0, 60)
      const href = element.closest('a')?.getAttribute('href') ?? ''
      const stays = href === '' || href.startsWith('#') || href.startsWith('javascript:')
      return {
        element,
        root,
        label,
        order,
        worth: stays && !element.disabled ? worth(label) : 0,
      }
    })
    .filter(({ worth }) => worth > 0)
    .sort((a, b) => b.worth - a.worth || a.order - b.order)

  for (const { element, root, label } of candidates.slice(0, 40)) {
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { left, top, width, height } = element.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const hit = width > 4 && height > 4 ? root.elementFromPoint(x, y) : null
    if (hit !== null && (element.contains(hit) || hit.contains(element))) return { x, y, label }
  }
  return null
}
