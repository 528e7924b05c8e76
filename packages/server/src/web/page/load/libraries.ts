// Scripts that half the web loads and that say nothing of the page. Networks that serve strangers' files (jsDelivr, unpkg)
// only for well-known packages: a drainer kit is a package too.
const WHOLE_HOSTS = new Set(
  `
  ajax.googleapis.com code.jquery.com www.googletagmanager.com www.google-analytics.com ssl.google-analytics.com maps.googleapis.com
  www.gstatic.com apis.google.com accounts.google.com www.recaptcha.net js.hcaptcha.com hcaptcha.com challenges.cloudflare.com
  static.cloudflareinsights.com js.stripe.com www.paypal.com www.paypalobjects.com connect.facebook.net platform.twitter.com
  static.hotjar.com script.hotjar.com browser.sentry-cdn.com js.sentry-cdn.com cdn.segment.com widget.intercom.io js.intercomcdn.com
  static.zdassets.com plausible.io cdn.paddle.com js.braintreegateway.com stackpath.bootstrapcdn.com maxcdn.bootstrapcdn.com
  kit.fontawesome.com use.fontawesome.com polyfill-fastly.io snap.licdn.com bat.bing.com analytics.tiktok.com
  `
    .trim()
    .split(/\s+/),
)
const PACKAGES = new Set(
  `
  jquery bootstrap popper.js react react-dom vue angular angularjs lodash lodash.js underscore.js moment moment.js dayjs axios d3
  chart.js ethers web3 viem wagmi bignumber.js bn.js gsap three three.js swiper slick-carousel aos animate.css font-awesome
  sweetalert2 toastr crypto-js htmx.org alpinejs qrcode qrcodejs clipboard clipboard.js socket.io highlight.js prismjs mathjax
  tailwindcss core-js babel-polyfill regenerator-runtime particles.js typed.js lottie-web lottie-player owl.carousel select2
  `
    .trim()
    .split(/\s+/),
)
const PACKAGE_PATHS: Record<string, RegExp> = {
  'cdnjs.cloudflare.com': /^\/ajax\/libs\/([^/@]+)\//,
  'cdn.jsdelivr.net': /^\/npm\/((?:@[^/]+\/)?[^/@]+)(?:[@/]|$)/,
  'unpkg.com': /^\/((?:@[^/]+\/)?[^/@]+)(?:[@/]|$)/,
}

/** The well-known library or service that a script is; null for what has to be read. */
export function libraryOf({ hostname, pathname }: URL): string | null {
  if (WHOLE_HOSTS.has(hostname)) return hostname
  const name = PACKAGE_PATHS[hostname]?.exec(pathname)?.[1]?.toLowerCase()
  return name !== undefined && PACKAGES.has(name) ? name : null
}
