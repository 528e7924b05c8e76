// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

import {IERC20, IRouter, send} from "./base/Common.sol";

// Deposits that return slowly, late, taxed or by an outcome.

contract DripExit {
    address immutable o;
    mapping(address => uint256) public bal;
    mapping(address => uint256) public last;
    constructor() {
        o = msg.sender;
    }
    function stake() external payable {
        bal[msg.sender] += msg.value;
        last[msg.sender] = block.timestamp;
    }
    function unstake() external {
        require(block.timestamp >= last[msg.sender] + 1 days, "daily");
        last[msg.sender] = block.timestamp;
        uint256 a = bal[msg.sender] / 1000;
        bal[msg.sender] -= a;
        send(msg.sender, a);
    }
    function invest(uint256 a) external {
        require(msg.sender == o);
        send(o, a);
    }
}

contract LinearUnlock {
    mapping(address => uint256) public sum;
    mapping(address => uint256) public paid;
    mapping(address => uint256) public since;
    function stake() external payable {
        require(sum[msg.sender] == 0);
        sum[msg.sender] = msg.value;
        since[msg.sender] = block.timestamp;
    }
    function unstake() external {
        uint256 d = block.timestamp - since[msg.sender];
        if (d > 28 days) d = 28 days;
        uint256 a = (sum[msg.sender] * d) / 28 days - paid[msg.sender];
        paid[msg.sender] += a;
        send(msg.sender, a);
    }
}

contract TaxedExit {
    IERC20 immutable t;
    address immutable o;
    mapping(address => uint256) public bal;
    uint256 immutable bp;
    constructor(address a, uint256 b) {
        t = IERC20(a);
        o = msg.sender;
        bp = b;
    }
    function deposit(uint256 a) external {
        t.transferFrom(msg.sender, address(this), a);
        bal[msg.sender] += a;
    }
    function withdraw(uint256 a) external {
        bal[msg.sender] -= a;
        uint256 f = (a * bp) / 10000;
        t.transfer(o, f);
        t.transfer(msg.sender, a - f);
    }
}

contract ReserveVault {
    address immutable o;
    uint256 public reserve;
    mapping(address => uint256) public bal;
    constructor() {
        o = msg.sender;
    }
    function deposit() external payable {
        bal[msg.sender] += msg.value;
    }
    function withdraw(uint256 a) external {
        require(address(this).balance >= reserve + a, "reserve");
        bal[msg.sender] -= a;
        send(msg.sender, a);
    }
    function setReserve(uint256 r) external {
        require(msg.sender == o);
        reserve = r;
    }
    function use(address to) external {
        require(msg.sender == o && reserve > 0);
        send(to, reserve > address(this).balance ? address(this).balance : reserve);
    }
}

contract LateClose {
    uint256 public immutable t0;
    address immutable o;
    mapping(address => uint256) public bal;
    mapping(address => uint256) public since;
    constructor(uint256 t) {
        t0 = t;
        o = msg.sender;
    }
    function stake() external payable {
        bal[msg.sender] += msg.value;
        since[msg.sender] = block.timestamp;
    }
    function unstake() external {
        require(block.timestamp >= since[msg.sender] + 40 days && block.timestamp < t0 + 39 days);
        uint256 a = bal[msg.sender];
        bal[msg.sender] = 0;
        send(msg.sender, a);
    }
    function fin() external {
        require(msg.sender == o && block.timestamp > t0 + 60 days);
        send(o, address(this).balance);
    }
}

contract Market2 {
    address public oracle;
    uint256 public end;
    uint8 public res;
    mapping(address => uint256) public yes;
    mapping(address => uint256) public no;
    uint256 public ty;
    uint256 public tn;
    constructor(address or, uint256 e) {
        oracle = or;
        end = e;
    }
    function bet(bool y) external payable {
        require(block.timestamp < end);
        if (y) {
            yes[msg.sender] += msg.value;
            ty += msg.value;
        } else {
            no[msg.sender] += msg.value;
            tn += msg.value;
        }
    }
    function report(uint8 r) external {
        require(msg.sender == oracle && res == 0 && block.timestamp >= end);
        res = r;
    }
    function cash() external {
        uint256 a;
        if (res == 1) {
            a = (yes[msg.sender] * (ty + tn)) / ty;
        } else if (res == 2) {
            a = (no[msg.sender] * (ty + tn)) / tn;
        } else {
            require(block.timestamp >= end + 7 days, "wait");
            a = yes[msg.sender] + no[msg.sender];
        }
        yes[msg.sender] = 0;
        no[msg.sender] = 0;
        send(msg.sender, a);
    }
}

contract FeeSwap {
    IRouter immutable r;
    address immutable o;
    uint256 immutable bp;
    constructor(address x, uint256 b) {
        r = IRouter(x);
        o = msg.sender;
        bp = b;
    }
    function swap(uint256 a, uint256 m, address[] calldata path) external {
        IERC20(path[0]).transferFrom(msg.sender, address(this), a);
        uint256 f = (a * bp) / 10000;
        IERC20(path[0]).transfer(o, f);
        IERC20(path[0]).approve(address(r), a - f);
        r.swapExactTokensForTokens(a - f, m, path, msg.sender, block.timestamp);
    }
}
