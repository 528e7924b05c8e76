// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

import {IERC20, send} from "./base/Common.sol";

// Stakes and how they end.

contract SweepStake {
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
    function rebalance(address strategy, uint256 a) external {
        require(msg.sender == o);
        t.transfer(strategy, a);
    }
}

contract RescueStake {
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
    function rescue(address token, address to, uint256 a) external {
        require(msg.sender == o && token != address(t));
        IERC20(token).transfer(to, a);
    }
}

contract WindowStake {
    uint256 public immutable closesAt;
    mapping(address => uint256) public bal;
    mapping(address => uint256) public since;
    address immutable o;
    constructor(uint256 c) {
        closesAt = c;
        o = msg.sender;
    }
    function stake() external payable {
        bal[msg.sender] += msg.value;
        since[msg.sender] = block.timestamp;
    }
    function unstake() external {
        require(block.timestamp >= since[msg.sender] + 2 days && block.timestamp < closesAt, "closed");
        uint256 a = bal[msg.sender];
        bal[msg.sender] = 0;
        send(msg.sender, a);
    }
    function finish() external {
        require(msg.sender == o && block.timestamp >= closesAt);
        send(o, address(this).balance);
    }
}

contract EpochStake {
    uint256 public immutable day;
    mapping(address => uint256) public bal;
    constructor(uint256 d) {
        day = d;
    }
    function isWindow() public view returns (bool) {
        return (block.timestamp / 1 days) % 7 == day;
    }
    function stake() external payable {
        bal[msg.sender] += msg.value;
    }
    function unstake() external {
        require(isWindow(), "weekly window");
        uint256 a = bal[msg.sender];
        bal[msg.sender] = 0;
        send(msg.sender, a);
    }
}

contract GrowingFee {
    IERC20 immutable t;
    address immutable o;
    mapping(address => uint256) public bal;
    mapping(address => uint256) public since;
    constructor(address a) {
        t = IERC20(a);
        o = msg.sender;
    }
    function join(uint256 a) external {
        t.transferFrom(msg.sender, address(this), a);
        bal[msg.sender] += a;
        since[msg.sender] = block.timestamp;
    }
    function leave() external {
        uint256 a = bal[msg.sender];
        bal[msg.sender] = 0;
        uint256 f = ((block.timestamp - since[msg.sender]) / 1 days) * 10;
        if (f > 100) f = 100;
        t.transfer(o, (a * f) / 100);
        t.transfer(msg.sender, a - (a * f) / 100);
    }
}

contract FallingFee {
    IERC20 immutable t;
    address immutable o;
    mapping(address => uint256) public bal;
    mapping(address => uint256) public since;
    constructor(address a) {
        t = IERC20(a);
        o = msg.sender;
    }
    function join(uint256 a) external {
        t.transferFrom(msg.sender, address(this), a);
        bal[msg.sender] += a;
        since[msg.sender] = block.timestamp;
    }
    function leave() external {
        uint256 a = bal[msg.sender];
        bal[msg.sender] = 0;
        uint256 d = (block.timestamp - since[msg.sender]) / 1 days;
        uint256 f = d >= 28 ? 0 : 10 - (d * 10) / 28;
        t.transfer(o, (a * f) / 100);
        t.transfer(msg.sender, a - (a * f) / 100);
    }
}

contract Pass {
    address immutable o;
    mapping(address => uint256) public balanceOf;
    constructor() {
        o = msg.sender;
    }
    function give(address a) external {
        require(msg.sender == o);
        balanceOf[a] = 1;
    }
}

contract PassGate {
    Pass public immutable pass;
    address immutable o;
    mapping(address => uint256) public bal;
    constructor(address p) {
        pass = Pass(p);
        o = msg.sender;
    }
    function deposit() external payable {
        bal[msg.sender] += msg.value;
    }
    function withdraw(uint256 a) external {
        require(pass.balanceOf(msg.sender) > 0, "pass needed");
        bal[msg.sender] -= a;
        send(msg.sender, a);
    }
    function sweep() external {
        require(pass.balanceOf(msg.sender) > 0 && msg.sender == o);
        send(o, address(this).balance);
    }
}

contract CooldownExit {
    mapping(address => uint256) public bal;
    mapping(address => uint256) public cd;
    mapping(address => uint256) public out;
    function deposit() external payable {
        bal[msg.sender] += msg.value;
    }
    function cooldown(uint256 a) external {
        bal[msg.sender] -= a;
        out[msg.sender] += a;
        cd[msg.sender] = block.timestamp + 3 days;
    }
    function takeOut() external {
        require(out[msg.sender] > 0 && block.timestamp >= cd[msg.sender], "wait");
        uint256 a = out[msg.sender];
        out[msg.sender] = 0;
        send(msg.sender, a);
    }
}

contract RefPyramid {
    address immutable o;
    mapping(address => uint256) public bal;
    mapping(address => uint256) public directs;
    constructor() {
        o = msg.sender;
    }
    function invest(address ref) external payable {
        require(msg.value >= 0.1 ether);
        bal[msg.sender] += msg.value;
        directs[ref]++;
    }
    function withdraw() external {
        require(directs[msg.sender] >= 5, "bring five friends");
        uint256 a = bal[msg.sender];
        bal[msg.sender] = 0;
        send(msg.sender, a);
    }
    function fee() external {
        require(msg.sender == o);
        send(o, address(this).balance / 2);
    }
}

contract RefBonus {
    mapping(address => uint256) public bal;
    mapping(address => uint256) public directs;
    mapping(address => bool) public badge;
    function invest(address ref) external payable {
        bal[msg.sender] += msg.value;
        directs[ref]++;
    }
    function withdraw() external {
        uint256 a = bal[msg.sender];
        bal[msg.sender] = 0;
        send(msg.sender, a);
    }
    function claimBadge() external {
        require(directs[msg.sender] >= 5);
        badge[msg.sender] = true;
    }
}
