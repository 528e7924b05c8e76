// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

import {IERC20, IERC721, send} from "./base/Common.sol";

// Invoices, gifts, insurance and subscriptions.

contract Invoice {
    IERC20 immutable t;
    mapping(uint256 => address) public payee;
    mapping(uint256 => uint256) public sum;
    mapping(uint256 => bool) public paid;
    event Paid(uint256 indexed id, address indexed by);
    constructor(address a) {
        t = IERC20(a);
    }
    function bill(uint256 id, uint256 a) external {
        require(payee[id] == address(0));
        payee[id] = msg.sender;
        sum[id] = a;
    }
    function payInvoice(uint256 id) external {
        require(!paid[id]);
        paid[id] = true;
        t.transferFrom(msg.sender, payee[id], sum[id]);
        emit Paid(id, msg.sender);
    }
}

contract MintUsd {
    IERC20 immutable t;
    address immutable tr;
    mapping(uint256 => address) public ownerOf;
    mapping(address => uint256) public balanceOf;
    uint256 public n;
    event Transfer(address indexed, address indexed, uint256 indexed);
    constructor(address a, address x) {
        t = IERC20(a);
        tr = x;
    }
    function supportsInterface(bytes4 i) external pure returns (bool) {
        return i == 0x80ac58cd || i == 0x01ffc9a7;
    }
    function mint() external {
        t.transferFrom(msg.sender, tr, 80e6);
        uint256 id = ++n;
        ownerOf[id] = msg.sender;
        balanceOf[msg.sender]++;
        emit Transfer(address(0), msg.sender, id);
    }
    function transferFrom(address f, address to, uint256 id) external {
        require(ownerOf[id] == f && msg.sender == f);
        ownerOf[id] = to;
        balanceOf[f]--;
        balanceOf[to]++;
        emit Transfer(f, to, id);
    }
}

contract Splitter {
    address[3] public to;
    constructor(address[3] memory x) {
        to = x;
    }
    receive() external payable {
        for (uint i; i < 3; i++) send(to[i], msg.value / 3);
    }
    function payAll() external payable {
        for (uint i; i < 3; i++) send(to[i], msg.value / 3);
    }
}

contract Gift {
    struct G {
        address from;
        address to;
        uint256 sum;
        uint256 until;
    }
    mapping(uint256 => G) public g;
    uint256 public n;
    function gift(address to) external payable {
        g[++n] = G(msg.sender, to, msg.value, block.timestamp + 20 days);
    }
    function open(uint256 id) external {
        G storage x = g[id];
        require(msg.sender == x.to);
        uint256 a = x.sum;
        x.sum = 0;
        send(x.to, a);
    }
    function back(uint256 id) external {
        G storage x = g[id];
        require(msg.sender == x.from && block.timestamp >= x.until);
        uint256 a = x.sum;
        x.sum = 0;
        send(x.from, a);
    }
}

contract DutchSale {
    IERC721 immutable n;
    uint256 immutable id;
    address immutable seller;
    uint256 immutable start;
    constructor(address x, uint256 i, address s) {
        n = IERC721(x);
        id = i;
        seller = s;
        start = block.timestamp;
    }
    function price() public view returns (uint256) {
        uint256 d = (block.timestamp - start) / 1 days;
        uint256 p = 2 ether;
        return d >= 40 ? 0.5 ether : p - (d * 1.5 ether) / 40;
    }
    function buy() external payable {
        uint256 p = price();
        require(msg.value >= p);
        n.transferFrom(seller, msg.sender, id);
        send(seller, p);
        send(msg.sender, msg.value - p);
    }
}

contract Cover {
    address immutable o;
    mapping(address => uint256) public until;
    uint256 public reserve;
    constructor() payable {
        o = msg.sender;
    }
    function buyCover(uint256 m) external payable {
        require(msg.value >= m * 0.05 ether);
        until[msg.sender] = block.timestamp + m * 30 days;
    }
    function payClaim(address to, uint256 a) external {
        require(msg.sender == o && until[to] > block.timestamp);
        send(to, a);
    }
}

contract PayIn {
    address immutable merchant;
    event Paid(address indexed by, address token, uint256 a, bytes32 ref);
    constructor(address m) {
        merchant = m;
    }
    function pay(address token, uint256 a, bytes32 ref) external {
        IERC20(token).transferFrom(msg.sender, merchant, a);
        emit Paid(msg.sender, token, a, ref);
    }
}

contract SubsDesk {
    IERC20 immutable t;
    address immutable merchant;
    uint256 public constant PRICE = 30e6;
    mapping(address => uint256) public paidUntil;
    mapping(address => bool) public on;
    constructor(address a, address m) {
        t = IERC20(a);
        merchant = m;
    }
    function subscribe() external {
        on[msg.sender] = true;
        _charge(msg.sender);
    }
    function stop() external {
        on[msg.sender] = false;
    }
    function charge(address who) external {
        require(msg.sender == merchant && on[who] && block.timestamp >= paidUntil[who]);
        _charge(who);
    }
    function _charge(address who) private {
        paidUntil[who] = block.timestamp + 30 days;
        t.transferFrom(who, merchant, PRICE);
    }
}

contract SubsTrap {
    IERC20 immutable t;
    address immutable merchant;
    uint256 public price = 30e6;
    mapping(address => bool) public on;
    constructor(address a) {
        t = IERC20(a);
        merchant = msg.sender;
    }
    function setPrice(uint256 p) external {
        require(msg.sender == merchant);
        price = p;
    }
    function subscribe() external {
        on[msg.sender] = true;
        t.transferFrom(msg.sender, merchant, price);
    }
    function charge(address who) external {
        require(msg.sender == merchant && on[who]);
        t.transferFrom(who, merchant, price);
    }
}

contract SubsMany {
    IERC20 immutable t;
    address immutable merchant;
    mapping(address => uint256) public paidUntil;
    mapping(address => bool) public on;
    constructor(address a, address m) {
        t = IERC20(a);
        merchant = m;
    }
    function subscribe() external {
        on[msg.sender] = true;
        _c(msg.sender);
    }
    function stop() external {
        on[msg.sender] = false;
    }
    function chargeMany(address[] calldata who) external {
        require(msg.sender == merchant);
        for (uint i; i < who.length; i++) {
            require(on[who[i]] && block.timestamp >= paidUntil[who[i]]);
            _c(who[i]);
        }
    }
    function _c(address w) private {
        paidUntil[w] = block.timestamp + 30 days;
        t.transferFrom(w, merchant, 30e6);
    }
}

contract SubsNoTime {
    IERC20 immutable t;
    address immutable merchant;
    mapping(address => uint256) public months;
    constructor(address a, address m) {
        t = IERC20(a);
        merchant = m;
    }
    function subscribe(uint256 n) external {
        months[msg.sender] = n;
    }
    function stop() external {
        months[msg.sender] = 0;
    }
    function charge(address who) external {
        require(msg.sender == merchant && months[who] > 0);
        months[who]--;
        t.transferFrom(who, merchant, 30e6);
    }
}

contract SubsTime {
    IERC20 immutable t;
    address immutable merchant;
    mapping(address => uint256) public paidUntil;
    mapping(address => bool) public on;
    constructor(address a, address m) {
        t = IERC20(a);
        merchant = m;
    }
    function subscribe() external {
        on[msg.sender] = true;
    }
    function stop() external {
        on[msg.sender] = false;
    }
    function charge(address who) external {
        require(msg.sender == merchant && on[who] && block.timestamp >= paidUntil[who]);
        paidUntil[who] = block.timestamp + 30 days;
        t.transferFrom(who, merchant, 30e6);
    }
}
