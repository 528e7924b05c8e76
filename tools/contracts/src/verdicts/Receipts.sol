// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

import {IERC20, send} from "./base/Common.sol";

// Deposits with a receipt token, and tokens of a market.

contract RateShares {
    string public name = "Yield Dollar";
    string public symbol = "yUSD";
    uint8 public decimals = 6;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    IERC20 immutable t;
    address immutable o;
    uint256 public rate;
    event Transfer(address indexed, address indexed, uint256);
    event Approval(address indexed, address indexed, uint256);
    constructor(address a, uint256 r) {
        t = IERC20(a);
        o = msg.sender;
        rate = r;
    }
    function mint(uint256 a) external {
        t.transferFrom(msg.sender, address(this), a);
        balanceOf[msg.sender] += a;
        totalSupply += a;
        emit Transfer(address(0), msg.sender, a);
    }
    function redeem(uint256 s) external {
        balanceOf[msg.sender] -= s;
        totalSupply -= s;
        emit Transfer(msg.sender, address(0), s);
        t.transfer(msg.sender, (s * rate) / 1e18);
    }
    function transfer(address to, uint256 a) external returns (bool) {
        balanceOf[msg.sender] -= a;
        balanceOf[to] += a;
        emit Transfer(msg.sender, to, a);
        return true;
    }
    function approve(address s, uint256 a) external returns (bool) {
        allowance[msg.sender][s] = a;
        emit Approval(msg.sender, s, a);
        return true;
    }
    function transferFrom(address f, address to, uint256 a) external returns (bool) {
        allowance[f][msg.sender] -= a;
        balanceOf[f] -= a;
        balanceOf[to] += a;
        emit Transfer(f, to, a);
        return true;
    }
    function setRate(uint256 r) external {
        require(msg.sender == o);
        rate = r;
    }
    function harvest(uint256 a) external {
        require(msg.sender == o && rate < 1e18);
        t.transfer(o, a);
    }
}

contract WrapOne {
    string public name = "Wrapped Dollar";
    string public symbol = "wrUSD";
    uint8 public decimals = 6;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    IERC20 immutable t;
    event Approval(address indexed, address indexed, uint256);
    event Transfer(address indexed, address indexed, uint256);
    constructor(address a) {
        t = IERC20(a);
    }
    function mint(uint256 a) external {
        t.transferFrom(msg.sender, address(this), a);
        balanceOf[msg.sender] += a;
        totalSupply += a;
        emit Transfer(address(0), msg.sender, a);
    }
    function redeem(uint256 s) external {
        balanceOf[msg.sender] -= s;
        totalSupply -= s;
        emit Transfer(msg.sender, address(0), s);
        t.transfer(msg.sender, s);
    }
    function transfer(address to, uint256 a) external returns (bool) {
        balanceOf[msg.sender] -= a;
        balanceOf[to] += a;
        emit Transfer(msg.sender, to, a);
        return true;
    }
    function approve(address s, uint256 a) external returns (bool) {
        allowance[msg.sender][s] = a;
        emit Approval(msg.sender, s, a);
        return true;
    }
    function transferFrom(address f, address to, uint256 a) external returns (bool) {
        allowance[f][msg.sender] -= a;
        balanceOf[f] -= a;
        balanceOf[to] += a;
        emit Transfer(f, to, a);
        return true;
    }
}

contract WrapBare {
    string public name = "Soulbound Dollar";
    string public symbol = "wrUSD";
    uint8 public decimals = 6;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    IERC20 immutable t;
    event Transfer(address indexed, address indexed, uint256);
    constructor(address a) {
        t = IERC20(a);
    }
    function mint(uint256 a) external {
        t.transferFrom(msg.sender, address(this), a);
        balanceOf[msg.sender] += a;
        totalSupply += a;
        emit Transfer(address(0), msg.sender, a);
    }
    function redeem(uint256 s) external {
        balanceOf[msg.sender] -= s;
        totalSupply -= s;
        emit Transfer(msg.sender, address(0), s);
        t.transfer(msg.sender, s);
    }
    function transfer(address to, uint256 a) external returns (bool) {
        balanceOf[msg.sender] -= a;
        balanceOf[to] += a;
        emit Transfer(msg.sender, to, a);
        return true;
    }
}

contract LiquidStake {
    string public name = "Staked Coin";
    string public symbol = "stC";
    uint8 public constant decimals = 18;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    address public immutable oracle;
    struct Q {
        address who;
        uint256 a;
        bool fin;
    }
    Q[] public q;
    event Transfer(address indexed, address indexed, uint256);
    event Approval(address indexed, address indexed, uint256);
    constructor(address x) {
        oracle = x;
    }
    function submit(address) external payable {
        balanceOf[msg.sender] += msg.value;
        totalSupply += msg.value;
        emit Transfer(address(0), msg.sender, msg.value);
    }
    function requestWithdrawal(uint256 a) external {
        balanceOf[msg.sender] -= a;
        totalSupply -= a;
        emit Transfer(msg.sender, address(0), a);
        q.push(Q(msg.sender, a, false));
    }
    function finalize(uint256 i) external {
        require(msg.sender == oracle);
        q[i].fin = true;
    }
    function claimWithdrawal(uint256 i) external {
        require(q[i].fin && q[i].who == msg.sender);
        uint256 a = q[i].a;
        q[i].a = 0;
        send(msg.sender, a);
    }
    function transfer(address t, uint256 a) external returns (bool) {
        balanceOf[msg.sender] -= a;
        balanceOf[t] += a;
        emit Transfer(msg.sender, t, a);
        return true;
    }
    function approve(address s, uint256 a) external returns (bool) {
        allowance[msg.sender][s] = a;
        emit Approval(msg.sender, s, a);
        return true;
    }
    function transferFrom(address f, address t, uint256 a) external returns (bool) {
        allowance[f][msg.sender] -= a;
        balanceOf[f] -= a;
        balanceOf[t] += a;
        emit Transfer(f, t, a);
        return true;
    }
}

contract OtherPay {
    IERC20 immutable t;
    IERC20 immutable pay;
    address immutable o;
    mapping(address => uint256) public bal;
    constructor(address a, address p) {
        t = IERC20(a);
        pay = IERC20(p);
        o = msg.sender;
    }
    function deposit(uint256 a) external {
        t.transferFrom(msg.sender, o, a);
        bal[msg.sender] += a;
    }
    function withdraw(uint256 a) external {
        bal[msg.sender] -= a;
        pay.transfer(msg.sender, a * 1e12);
    }
}
