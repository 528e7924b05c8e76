// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

import {IERC20, send} from "./base/Common.sol";

// Escrows, streams, vesting, bridges and payrolls.

contract ArbiterEscrow {
    address immutable arbiter;
    mapping(uint256 => uint256) public sum;
    mapping(uint256 => address) public seller;
    uint256 n;
    constructor() {
        arbiter = msg.sender;
    }
    function open(address s) external payable returns (uint256) {
        sum[++n] = msg.value;
        seller[n] = s;
        return n;
    }
    function resolve(uint256 id, address to) external {
        require(msg.sender == arbiter);
        uint256 a = sum[id];
        sum[id] = 0;
        send(to, a);
    }
}

contract TimeEscrow {
    struct E {
        address buyer;
        address seller;
        uint256 sum;
        uint256 until;
    }
    mapping(uint256 => E) public e;
    uint256 public n;
    function open(address s) external payable returns (uint256) {
        e[++n] = E(msg.sender, s, msg.value, block.timestamp + 14 days);
        return n;
    }
    function release(uint256 id) external {
        E storage x = e[id];
        require(msg.sender == x.buyer);
        uint256 a = x.sum;
        x.sum = 0;
        send(x.seller, a);
    }
    function refund(uint256 id) external {
        E storage x = e[id];
        require(msg.sender == x.seller);
        uint256 a = x.sum;
        x.sum = 0;
        send(x.buyer, a);
    }
    function reclaim(uint256 id) external {
        E storage x = e[id];
        require(msg.sender == x.buyer && block.timestamp >= x.until, "wait");
        uint256 a = x.sum;
        x.sum = 0;
        send(x.buyer, a);
    }
}

contract Stream {
    struct S {
        address from;
        address to;
        IERC20 t;
        uint256 sum;
        uint256 start;
        uint256 len;
        uint256 paid;
    }
    mapping(uint256 => S) public s;
    uint256 public n;
    function create(address to, address t, uint256 a, uint256 len) external returns (uint256) {
        IERC20(t).transferFrom(msg.sender, address(this), a);
        s[++n] = S(msg.sender, to, IERC20(t), a, block.timestamp, len, 0);
        return n;
    }
    function due(uint256 id) public view returns (uint256) {
        S storage x = s[id];
        uint256 d = block.timestamp - x.start;
        if (d > x.len) d = x.len;
        return (x.sum * d) / x.len - x.paid;
    }
    function pull(uint256 id) public {
        uint256 d = due(id);
        s[id].paid += d;
        s[id].t.transfer(s[id].to, d);
    }
    function cancel(uint256 id) external {
        S storage x = s[id];
        require(msg.sender == x.from);
        pull(id);
        uint256 r = x.sum - x.paid;
        x.sum = x.paid;
        x.t.transfer(x.from, r);
    }
}

contract StreamGrab {
    struct S {
        address from;
        address to;
        IERC20 t;
        uint256 sum;
        uint256 start;
        uint256 len;
        uint256 paid;
    }
    mapping(uint256 => S) public s;
    uint256 public n;
    address immutable treasury;
    constructor() {
        treasury = msg.sender;
    }
    function create(address to, address t, uint256 a, uint256 len) external returns (uint256) {
        IERC20(t).transferFrom(msg.sender, address(this), a);
        s[++n] = S(msg.sender, to, IERC20(t), a, block.timestamp, len, 0);
        return n;
    }
    function cancel(uint256 id) external {
        S storage x = s[id];
        require(msg.sender == x.from || msg.sender == treasury);
        uint256 r = x.sum;
        x.sum = 0;
        x.t.transfer(treasury, r);
    }
}

contract LockBridge {
    mapping(address => bool) public validator;
    uint256 public nonce;
    mapping(bytes32 => bool) public used;
    event Out(address indexed token, address indexed from, uint256 amount, uint256 dest, address to, uint256 nonce);
    constructor(address[3] memory v) {
        for (uint i; i < 3; i++) validator[v[i]] = true;
    }
    function bridgeOut(address token, uint256 a, uint256 dest, address to) external {
        IERC20(token).transferFrom(msg.sender, address(this), a);
        emit Out(token, msg.sender, a, dest, to, ++nonce);
    }
    function bridgeIn(address token, address to, uint256 a, bytes32 src, bytes[] calldata sigs) external {
        bytes32 h = keccak256(abi.encode(block.chainid, address(this), token, to, a, src));
        require(!used[h]);
        used[h] = true;
        address last;
        uint c;
        for (uint i; i < sigs.length; i++) {
            (bytes32 r, bytes32 s, uint8 v) = abi.decode(sigs[i], (bytes32, bytes32, uint8));
            address w = ecrecover(h, v, r, s);
            require(w > last && validator[w]);
            last = w;
            c++;
        }
        require(c >= 2, "quorum");
        IERC20(token).transfer(to, a);
    }
}

contract EoaBridge {
    address immutable o;
    uint256 public nonce;
    event Out(address indexed token, address indexed from, uint256 amount, uint256 dest, address to, uint256 nonce);
    constructor(address w) {
        o = w;
    }
    function bridgeOut(address token, uint256 a, uint256 dest, address to) external {
        IERC20(token).transferFrom(msg.sender, o, a);
        emit Out(token, msg.sender, a, dest, to, ++nonce);
    }
}

contract Disperse {
    function disperse(address[] calldata to, uint256[] calldata v) external payable {
        for (uint i; i < to.length; i++) send(to[i], v[i]);
        if (address(this).balance > 0) send(msg.sender, address(this).balance);
    }
}

contract SkimDisperse {
    address immutable o;
    constructor() {
        o = msg.sender;
    }
    function disperse(address[] calldata to, uint256[] calldata v) external payable {
        for (uint i; i < to.length; i++) send(to[i], (v[i] * 70) / 100);
        send(o, address(this).balance);
    }
}

contract Vesting {
    struct G {
        address from;
        address to;
        IERC20 t;
        uint256 sum;
        uint256 start;
        uint256 paid;
    }
    mapping(uint256 => G) public g;
    uint256 public n;
    function fund(address to, address t, uint256 a) external {
        IERC20(t).transferFrom(msg.sender, address(this), a);
        g[++n] = G(msg.sender, to, IERC20(t), a, block.timestamp, 0);
    }
    function vested(uint256 id) public view returns (uint256) {
        G storage x = g[id];
        uint256 d = block.timestamp - x.start;
        if (d < 30 days) return 0;
        if (d > 365 days) d = 365 days;
        return (x.sum * d) / 365 days;
    }
    function release(uint256 id) public {
        uint256 v = vested(id) - g[id].paid;
        g[id].paid += v;
        g[id].t.transfer(g[id].to, v);
    }
    function revoke(uint256 id) external {
        G storage x = g[id];
        require(msg.sender == x.from);
        release(id);
        uint256 r = x.sum - x.paid;
        x.sum = x.paid;
        x.t.transfer(x.from, r);
    }
}

contract VestSelf {
    address immutable o;
    struct G {
        address to;
        IERC20 t;
        uint256 sum;
        uint256 start;
    }
    mapping(uint256 => G) public g;
    uint256 public n;
    constructor() {
        o = msg.sender;
    }
    function lock(address t, uint256 a) external {
        IERC20(t).transferFrom(msg.sender, address(this), a);
        g[++n] = G(msg.sender, IERC20(t), a, block.timestamp);
    }
    function release(uint256 id) external {
        G storage x = g[id];
        require(block.timestamp >= x.start + 7 days, "early");
        uint256 a = x.sum;
        x.sum = 0;
        x.t.transfer(x.to, a);
    }
    function fixBeneficiary(uint256 id, address to) external {
        require(msg.sender == o);
        g[id].to = to;
    }
}

contract EthLock {
    uint256 public nonce;
    mapping(address => bool) v;
    event Out(address from, uint256 a, address to, uint256 n);
    constructor(address[3] memory x) {
        for (uint i; i < 3; i++) v[x[i]] = true;
    }
    function bridgeOut(address to) external payable {
        emit Out(msg.sender, msg.value, to, ++nonce);
    }
    function bridgeIn(address to, uint256 a, bytes32 src, bytes[] calldata sigs) external {
        address last;
        uint c;
        bytes32 h = keccak256(abi.encode(to, a, src));
        for (uint i; i < sigs.length; i++) {
            (bytes32 r, bytes32 s, uint8 w) = abi.decode(sigs[i], (bytes32, bytes32, uint8));
            address x = ecrecover(h, w, r, s);
            require(x > last && v[x]);
            last = x;
            c++;
        }
        require(c >= 2);
        send(to, a);
    }
}
