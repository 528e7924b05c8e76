import { detectorTest } from '../../testing/detectorTest.ts'
import { browsing, page, walletRequest } from '../../testing/sampleUrl.ts'
import detector from './fake-network-request.ts'

const adds = (params: unknown) => ({
  browsing: browsing({
    requests: [walletRequest({ method: 'wallet_addEthereumChain', params: JSON.stringify(params) })],
  }),
})

detectorTest(detector, {
  detects: {
    'Ethereum by a server of the page': adds([{ chainId: '0x1', rpcUrls: ['https://rpc.else.example'] }]),
    'a large network by a server that nobody knows': {
      ...adds([{ chainId: '0x38', rpcUrls: ['https://rpc.else.example'] }]),
      severity: 'medium',
    },
    'Ethereum by a server that the page shows, for review': {
      ...adds([{ chainId: '0x1', rpcUrls: ['https://rpc.guard.example/'] }]),
      page: page({ text: 'Protected server: https://rpc.guard.example/ (chain ID 1)' }),
      severity: 'medium',
    },
    'Ethereum by a known server and one of the page': adds([
      { chainId: '0x1', rpcUrls: ['https://rpc.flashbots.net', 'https://rpc.else.example'] },
    ]),
    'Ethereum by a virtual network that has its number': adds([
      { chainId: '0x1', rpcUrls: ['https://virtual.mainnet.rpc.tenderly.co/4e1b'] },
    ]),
    'Ethereum by a server after five known ones': adds([
      {
        chainId: '0x1',
        rpcUrls: [...Array.from({ length: 5 }, () => 'https://rpc.flashbots.net'), 'https://rpc.else.example'],
      },
    ]),
    'Ethereum by a server behind a name that is none': adds([
      { chainId: '0x1', rpcUrls: [`https://rpc.flashbots.net%2f${'a'.repeat(300)}@rpc.else.example/`] },
    ]),
    'Ethereum by a server whose name is a part of another that is shown': {
      ...adds([{ chainId: '0x1', rpcUrls: ['https://guard.co/'] }]),
      page: page({ text: 'See guard.com and safeguard.co' }),
      severity: 'high',
    },
    'a name that only ends like a known one': adds([{ chainId: '0x1', rpcUrls: ['https://notflashbots.net'] }]),
    'the same, written at length': adds([{ chainId: '0x01', rpcUrls: ['https://rpc.else.example'] }]),
  },
  clears: {
    'Ethereum by a server that keeps transactions from others': adds([
      { chainId: '0x1', rpcUrls: ['https://rpc.flashbots.net/fast', 'https://rpc.mevblocker.io'] },
    ]),
    'Ethereum by no server, which wallets refuse': adds([{ chainId: '0x1' }]),
    'a network that few wallets have': adds([{ chainId: '0x64', rpcUrls: ['https://rpc.else.example'] }]),
    'a large network with its own server': adds([{ chainId: '0x2105', rpcUrls: ['https://mainnet.base.org'] }]),
    'what is no network': adds('nonsense'),
    'what is no JSON': {
      browsing: browsing({ requests: [walletRequest({ method: 'wallet_addEthereumChain', params: '{' })] }),
    },
    'no request': {},
  },
})
