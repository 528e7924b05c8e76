// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.19;

import {IERC20, send} from "./base/Common.sol";

// Rights over positions, and their recovery.

contract Multi6909 {
    IERC20 immutable t;
    mapping(address => mapping(uint256 => uint256)) public balanceOf;
    mapping(address => mapping(address => bool)) public isOperator;
    mapping(address => mapping(address => mapping(uint256 => uint256))) public allowance;
    event OperatorSet(address indexed, address indexed, bool);
    event Transfer(address caller, address indexed from, address indexed to, uint256 indexed id, uint256 amount);
    constructor(address a) {
        t = IERC20(a);
    }
    function supportsInterface(bytes4 i) external pure returns (bool) {
        return i == 0x0f632fb3 || i == 0x01ffc9a7;
    }
    function deposit(uint256 id, uint256 a) external {
        t.transferFrom(msg.sender, address(this), a);
        balanceOf[msg.sender][id] += a;
        emit Transfer(msg.sender, address(0), msg.sender, id, a);
    }
    function redeem(uint256 id, uint256 a) external {
        balanceOf[msg.sender][id] -= a;
        t.transfer(msg.sender, a);
        emit Transfer(msg.sender, msg.sender, address(0), id, a);
    }
    function setOperator(address s, bool y) external returns (bool) {
        isOperator[msg.sender][s] = y;
        emit OperatorSet(msg.sender, s, y);
        return true;
    }
    function transferFrom(address f, address to, uint256 id, uint256 a) external returns (bool) {
        if (f != msg.sender && !isOperator[f][msg.sender]) allowance[f][msg.sender][id] -= a;
        balanceOf[f][id] -= a;
        balanceOf[to][id] += a;
        emit Transfer(msg.sender, f, to, id, a);
        return true;
    }
    function transfer(address to, uint256 id, uint256 a) external returns (bool) {
        balanceOf[msg.sender][id] -= a;
        balanceOf[to][id] += a;
        emit Transfer(msg.sender, msg.sender, to, id, a);
        return true;
    }
}

contract Recovery {
    mapping(address => uint256) public bal;
    mapping(address => address) public guardian;
    mapping(address => uint256) public asked;
    mapping(address => bool) public frozen;
    function deposit() external payable {
        bal[msg.sender] += msg.value;
    }
    function withdraw(uint256 a) external {
        bal[msg.sender] -= a;
        send(msg.sender, a);
    }
    function setGuardian(address g) external {
        guardian[msg.sender] = g;
    }
    function ask(address acc) external {
        require(guardian[acc] == msg.sender);
        asked[acc] = block.timestamp;
    }
    function recover(address acc) external {
        require(guardian[acc] == msg.sender && asked[acc] != 0 && block.timestamp >= asked[acc] + 1 days, "wait");
        uint256 a = bal[acc];
        bal[acc] = 0;
        bal[msg.sender] += a;
    }
}

contract Freezer {
    mapping(address => uint256) public bal;
    mapping(address => address) public guardian;
    mapping(address => uint256) public frozenUntil;
    function deposit() external payable {
        bal[msg.sender] += msg.value;
    }
    function withdraw(uint256 a) external {
        require(block.timestamp >= frozenUntil[msg.sender]);
        bal[msg.sender] -= a;
        send(msg.sender, a);
    }
    function setGuardian(address g) external {
        guardian[msg.sender] = g;
    }
    function freeze(address acc) external {
        require(guardian[acc] == msg.sender && frozenUntil[acc] == 0);
        frozenUntil[acc] = block.timestamp + 2 days;
    }
}

contract PayoutStake {
    mapping(address => uint256) public bal;
    mapping(address => address) public payout;
    mapping(address => string) public memo;
    function stake() external payable {
        bal[msg.sender] += msg.value;
    }
    function setPayout(address p) external {
        payout[msg.sender] = p;
    }
    function exit(address who) external {
        address p = payout[who];
        if (p == address(0)) p = who;
        require(msg.sender == who || msg.sender == p);
        uint256 a = bal[who];
        bal[who] = 0;
        send(p, a);
    }
}

contract Morphish {
    IERC20 immutable t;
    mapping(address => uint256) public sup;
    mapping(address => mapping(address => bool)) public isAuthorized;
    event SetAuthorization(address indexed, address indexed, address indexed, bool);
    constructor(address a) {
        t = IERC20(a);
    }
    function supply(uint256 a, address on) external {
        t.transferFrom(msg.sender, address(this), a);
        sup[on] += a;
    }
    function withdraw(uint256 a, address on, address to) external {
        require(msg.sender == on || isAuthorized[on][msg.sender], "unauthorized");
        sup[on] -= a;
        t.transfer(to, a);
    }
    function setAuthorization(address w, bool y) external {
        isAuthorized[msg.sender][w] = y;
        emit SetAuthorization(msg.sender, msg.sender, w, y);
    }
}

contract Bundler {
    Morphish immutable m;
    constructor(address x) {
        m = Morphish(x);
    }
    function exitAll() external {
        m.withdraw(m.sup(msg.sender), msg.sender, msg.sender);
    }
    function exitPart(uint256 a) external {
        m.withdraw(a, msg.sender, msg.sender);
    }
}

contract PosBook {
    struct P {
        address owner;
        uint256 sum;
    }
    mapping(uint256 => P) public p;
    mapping(uint256 => mapping(address => bool)) public may;
    mapping(uint256 => string) public label;
    uint256 public n;
    function open() external payable returns (uint256) {
        p[++n] = P(msg.sender, msg.value);
        return n;
    }
    function grant(uint256 id, address w) external {
        require(p[id].owner == msg.sender);
        may[id][w] = true;
    }
    function setLabel(uint256 id, string calldata s) external {
        require(p[id].owner == msg.sender);
        label[id] = s;
    }
    function close(uint256 id, address to) external {
        require(p[id].owner == msg.sender || may[id][msg.sender]);
        uint256 a = p[id].sum;
        p[id].sum = 0;
        send(to, a);
    }
}
