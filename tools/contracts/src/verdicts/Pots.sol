// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

import {IERC20, send} from "./base/Common.sol";

// Pots of coins and tokens, with and without an owner who can take them.

contract PotSweep {
    address immutable o;
    mapping(address => uint256) public bal;
    constructor() {
        o = msg.sender;
    }
    function deposit() external payable {
        bal[msg.sender] += msg.value;
    }
    function withdraw(uint256 a) external {
        bal[msg.sender] -= a;
        send(msg.sender, a);
    }
    function sweep() external {
        require(msg.sender == o);
        send(o, address(this).balance);
    }
}

contract PotTake {
    address immutable o;
    mapping(address => uint256) public bal;
    constructor() {
        o = msg.sender;
    }
    function deposit() external payable {
        bal[msg.sender] += msg.value;
    }
    function withdraw(uint256 a) external {
        bal[msg.sender] -= a;
        send(msg.sender, a);
    }
    function take(uint256 a) external {
        require(msg.sender == o);
        send(o, a);
    }
}

contract PotMove {
    address immutable o;
    mapping(address => uint256) public bal;
    constructor() {
        o = msg.sender;
    }
    function deposit() external payable {
        bal[msg.sender] += msg.value;
    }
    function withdraw(uint256 a) external {
        bal[msg.sender] -= a;
        send(msg.sender, a);
    }
    function rebalance(address s, uint256 a) external {
        require(msg.sender == o);
        send(s, a);
    }
}

contract TokTake {
    IERC20 immutable t;
    address immutable o;
    mapping(address => uint256) public bal;
    constructor(address a) {
        t = IERC20(a);
        o = msg.sender;
    }
    function deposit(uint256 a) external {
        t.transferFrom(msg.sender, address(this), a);
        bal[msg.sender] += a;
    }
    function withdraw(uint256 a) external {
        bal[msg.sender] -= a;
        t.transfer(msg.sender, a);
    }
    function invest() external {
        require(msg.sender == o);
        t.transfer(o, t.balanceOf(address(this)));
    }
}

contract TokAllow {
    IERC20 immutable t;
    address immutable o;
    mapping(address => uint256) public bal;
    constructor(address a) {
        t = IERC20(a);
        o = msg.sender;
    }
    function deposit(uint256 a) external {
        t.transferFrom(msg.sender, address(this), a);
        bal[msg.sender] += a;
    }
    function withdraw(uint256 a) external {
        bal[msg.sender] -= a;
        t.transfer(msg.sender, a);
    }
    function allow(address s, uint256 a) external {
        require(msg.sender == o);
        t.approve(s, a);
    }
}

contract TokTakeN {
    IERC20 immutable t;
    address immutable o;
    mapping(address => uint256) public bal;
    constructor(address a) {
        t = IERC20(a);
        o = msg.sender;
    }
    function deposit(uint256 a) external {
        t.transferFrom(msg.sender, address(this), a);
        bal[msg.sender] += a;
    }
    function withdraw(uint256 a) external {
        bal[msg.sender] -= a;
        t.transfer(msg.sender, a);
    }
    function take(uint256 a) external {
        require(msg.sender == o);
        t.transfer(o, a);
    }
}

contract SavingsBox {
    mapping(address => uint256) public bal;
    mapping(address => uint256) public until;
    function lock() external payable {
        bal[msg.sender] += msg.value;
        until[msg.sender] = block.timestamp + 45 days;
    }
    function unlock() external {
        require(block.timestamp >= until[msg.sender], "locked");
        uint256 a = bal[msg.sender];
        bal[msg.sender] = 0;
        send(msg.sender, a);
    }
}

contract TinyTrap {
    mapping(address => uint256) public bal;
    address immutable o;
    constructor() {
        o = msg.sender;
    }
    function stake() external payable {
        bal[msg.sender] += msg.value;
    }
    function end() external {
        require(msg.sender == o);
        send(o, address(this).balance);
    }
}

contract Blockable {
    address immutable o;
    mapping(address => uint256) public bal;
    mapping(address => bool) public blocked;
    constructor() {
        o = msg.sender;
    }
    function setBlocked(address a, bool b) external {
        require(msg.sender == o);
        blocked[a] = b;
    }
    function deposit() external payable {
        bal[msg.sender] += msg.value;
    }
    function withdraw(uint256 a) external {
        require(!blocked[msg.sender]);
        bal[msg.sender] -= a;
        send(msg.sender, a);
    }
    function seize(address a) external {
        require(msg.sender == o && blocked[a]);
        uint256 x = bal[a];
        bal[a] = 0;
        send(o, x);
    }
}

contract FeeVault {
    IERC20 immutable t;
    address immutable o;
    uint256 immutable cap;
    uint256 public fee;
    mapping(address => uint256) public bal;
    constructor(address a, uint256 c) {
        t = IERC20(a);
        o = msg.sender;
        cap = c;
    }
    function setFee(uint256 f) external {
        require(msg.sender == o && f <= cap);
        fee = f;
    }
    function deposit(uint256 a) external {
        t.transferFrom(msg.sender, address(this), a);
        bal[msg.sender] += a;
    }
    function withdraw(uint256 a) external {
        bal[msg.sender] -= a;
        uint256 f = (a * fee) / 10000;
        t.transfer(o, f);
        t.transfer(msg.sender, a - f);
    }
}

contract QueueVault {
    IERC20 immutable t;
    address immutable keeper;
    mapping(address => uint256) public queued;
    mapping(address => uint256) public bal;
    constructor(address a, address k) {
        t = IERC20(a);
        keeper = k;
    }
    function queueDeposit(uint256 a) external {
        queued[msg.sender] = a;
    }
    function process(address u) external {
        require(msg.sender == keeper);
        uint256 a = queued[u];
        require(a > 0);
        queued[u] = 0;
        t.transferFrom(u, address(this), a);
        bal[u] += a;
    }
    function withdraw(uint256 a) external {
        bal[msg.sender] -= a;
        t.transfer(msg.sender, a);
    }
}
