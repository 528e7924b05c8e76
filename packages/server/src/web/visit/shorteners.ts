// Services whose only purpose is a shorter link, which hides where it leads.
const SHORTENERS = new Set(
  `
  bit.ly bitly.com j.mp tinyurl.com t.co goo.gl is.gd v.gd ow.ly buff.ly cutt.ly cutt.us rebrand.ly rb.gy shorturl.at
  shorturl.asia t.ly tiny.cc tiny.one tinu.be s.id lnkd.in adf.ly bl.ink short.io short.gy shorte.st soo.gd clck.ru
  clicky.me qr.ae qrco.de qr.link u.to x.co yourls.org zpr.io urlz.fr urlr.me urly.it vk.cc vu.fr dub.sh dub.co
  smarturl.it snip.ly snipurl.com po.st mcaf.ee linktr.ee lnk.bio hyperurl.co hoo.gs gg.gg git.io fb.me amzn.to
  youtu.be spoti.fi kutt.it da.gd 0rz.tw n9.cl rotf.lol oe.cd shrtco.de 9qr.de ibit.ly bom.so ouo.io exe.io tr.im
  `
    .trim()
    .split(/\s+/),
)

/** The shortening service that a host is, or null. @param host lower-case ASCII. */
export function shortenerOf(host: string): string | null {
  const plain = host.replace(/^www\./, '')
  return SHORTENERS.has(plain) ? plain : null
}
