// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

import {IERC20, send} from "./base/Common.sol";

// Deposits whose exit depends on a module, a switch, a signature or a reserve.

contract ModGood {
    address module;
    address o;
    uint256 ready;
    address next;
    mapping(address => uint256) bal;
    function out(address who, uint256 a) external {
        bal[who] -= a;
        send(who, a);
    }
}

contract ModuleVault {
    address public module;
    address public o;
    uint256 ready;
    address next;
    mapping(address => uint256) public bal;
    constructor(address m) {
        module = m;
        o = msg.sender;
    }
    function deposit() external payable {
        bal[msg.sender] += msg.value;
    }
    function withdraw(uint256 a) external {
        (bool k, ) = module.delegatecall(abi.encodeWithSignature("out(address,uint256)", msg.sender, a));
        require(k);
    }
    function setModule(address m) external {
        require(msg.sender == o);
        module = m;
    }
}

contract TimelockVault {
    address public module;
    address public o;
    uint256 public ready;
    address public next;
    mapping(address => uint256) public bal;
    constructor(address m) {
        module = m;
        o = msg.sender;
    }
    function deposit() external payable {
        bal[msg.sender] += msg.value;
    }
    function withdraw(uint256 a) external {
        (bool k, ) = module.delegatecall(abi.encodeWithSignature("out(address,uint256)", msg.sender, a));
        require(k);
    }
    function propose(address m) external {
        require(msg.sender == o);
        next = m;
        ready = block.timestamp + 7 days;
    }
    function accept() external {
        require(msg.sender == o && ready != 0 && block.timestamp >= ready);
        module = next;
        ready = 0;
    }
}

contract Gate {
    address immutable o;
    bool public open = true;
    constructor() {
        o = msg.sender;
    }
    function flip() external {
        require(msg.sender == o);
        open = !open;
    }
}

contract ExternGate {
    Gate immutable g;
    address immutable o;
    mapping(address => uint256) public bal;
    constructor(address x) {
        g = Gate(x);
        o = msg.sender;
    }
    function deposit() external payable {
        bal[msg.sender] += msg.value;
    }
    function withdraw(uint256 a) external {
        require(g.open(), "maintenance");
        bal[msg.sender] -= a;
        send(msg.sender, a);
    }
    function end() external {
        require(!g.open() && msg.sender == o);
        send(o, address(this).balance);
    }
}

contract PausableIn {
    address immutable o;
    bool public paused;
    mapping(address => uint256) public bal;
    constructor() {
        o = msg.sender;
    }
    function setPaused(bool p) external {
        require(msg.sender == o);
        paused = p;
    }
    function deposit() external payable {
        require(!paused);
        bal[msg.sender] += msg.value;
    }
    function withdraw(uint256 a) external {
        bal[msg.sender] -= a;
        send(msg.sender, a);
    }
}

contract SigExit {
    address immutable o;
    mapping(address => uint256) public bal;
    constructor() {
        o = msg.sender;
    }
    function deposit() external payable {
        bal[msg.sender] += msg.value;
    }
    function withdraw(uint256 a, uint8 v, bytes32 r, bytes32 s) external {
        require(ecrecover(keccak256(abi.encode(msg.sender, a)), v, r, s) == o, "signature");
        bal[msg.sender] -= a;
        send(msg.sender, a);
    }
    function move(uint256 a) external {
        require(msg.sender == o);
        send(o, a);
    }
}

contract SigBonus {
    address immutable o;
    mapping(address => uint256) public bal;
    mapping(address => uint256) public points;
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
    function bonus(uint256 p, uint8 v, bytes32 r, bytes32 s) external {
        require(ecrecover(keccak256(abi.encode(msg.sender, p)), v, r, s) == o);
        points[msg.sender] = p;
    }
}

contract BaitPool {
    address immutable o;
    mapping(address => uint256) public bal;
    constructor() payable {
        o = msg.sender;
    }
    receive() external payable {}
    function deposit() external payable {
        bal[msg.sender] += msg.value;
        send(o, msg.value);
    }
    function withdraw(uint256 a) external {
        bal[msg.sender] -= a;
        send(msg.sender, a);
    }
    function settle(uint256 a) external {
        require(msg.sender == o);
        send(o, a);
    }
}

contract Strategy {
    address immutable vault;
    IERC20 immutable t;
    constructor(address v, address a) {
        vault = v;
        t = IERC20(a);
    }
    function give(address to, uint256 a) external {
        require(msg.sender == vault);
        t.transfer(to, a);
    }
}

contract StrategyVault {
    IERC20 immutable t;
    Strategy public s;
    mapping(address => uint256) public bal;
    constructor(address a) {
        t = IERC20(a);
        s = new Strategy(address(this), a);
    }
    function deposit(uint256 a) external {
        t.transferFrom(msg.sender, address(s), a);
        bal[msg.sender] += a;
    }
    function withdraw(uint256 a) external {
        bal[msg.sender] -= a;
        s.give(msg.sender, a);
    }
}
