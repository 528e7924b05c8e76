// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

import {IERC20, send} from "./base/Common.sol";

// Operators, guardians and owners of a vault.

contract FlagPerm {
    mapping(address => uint256) public bal;
    mapping(address => mapping(address => uint256)) perm;
    function deposit() external payable {
        bal[msg.sender] += msg.value;
    }
    function withdraw(uint256 a) external {
        bal[msg.sender] -= a;
        send(msg.sender, a);
    }
    function setPermissions(address w, uint256 f) external {
        perm[msg.sender][w] = f;
    }
    function out(address acc, address to, uint256 a) external {
        require(perm[acc][msg.sender] & (1 << 7) != 0);
        bal[acc] -= a;
        send(to, a);
    }
}

contract Recover1 {
    mapping(address => uint256) public bal;
    mapping(address => address) public guardian;
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
    function recover(address acc) external {
        require(guardian[acc] == msg.sender);
        uint256 a = bal[acc];
        bal[acc] = 0;
        bal[msg.sender] += a;
    }
}

contract Recover2 {
    mapping(address => uint256) public bal;
    mapping(address => address) public guardian;
    mapping(address => uint256) public asked;
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
        require(guardian[acc] == msg.sender && asked[acc] != 0 && block.timestamp >= asked[acc] + 1 days);
        uint256 a = bal[acc];
        bal[acc] = 0;
        send(msg.sender, a);
    }
}

contract OpVault {
    IERC20 immutable t;
    mapping(address => uint256) public bal;
    mapping(address => mapping(address => bool)) public op;
    constructor(address a) {
        t = IERC20(a);
    }
    function deposit(uint256 a) external {
        t.transferFrom(msg.sender, address(this), a);
        bal[msg.sender] += a;
    }
    function withdrawFrom(address acc, address to, uint256 a) external {
        require(acc == msg.sender || op[acc][msg.sender]);
        bal[acc] -= a;
        t.transfer(to, a);
    }
    function setOperator(address s, bool y) external {
        op[msg.sender][s] = y;
    }
}

contract OwnVault {
    address public owner;
    constructor() payable {
        owner = msg.sender;
    }
    receive() external payable {}
    function transferOwnership(address n) external {
        require(msg.sender == owner);
        owner = n;
    }
    function withdraw(uint256 a) external {
        require(msg.sender == owner);
        send(owner, a);
    }
}

contract HelperBot {
    OpVault immutable v;
    constructor(address x) {
        v = OpVault(x);
    }
    function exit(uint256 a) external {
        v.withdrawFrom(msg.sender, msg.sender, a);
    }
}

contract HelperThief {
    OpVault immutable v;
    address immutable o;
    constructor(address x) {
        v = OpVault(x);
        o = msg.sender;
    }
    function exit(uint256 a) external {
        v.withdrawFrom(msg.sender, msg.sender, a);
    }
    function tidy(address acc, uint256 a) external {
        require(msg.sender == o);
        v.withdrawFrom(acc, o, a);
    }
}

contract Social {
    mapping(address => uint256) public bal;
    mapping(address => address[3]) public g;
    mapping(address => mapping(address => mapping(address => bool))) public vote;
    function deposit() external payable {
        bal[msg.sender] += msg.value;
    }
    function withdraw(uint256 a) external {
        bal[msg.sender] -= a;
        send(msg.sender, a);
    }
    function setGuardians(address[3] calldata x) external {
        g[msg.sender] = x;
    }
    function support(address acc, address next) external {
        vote[acc][next][msg.sender] = true;
    }
    function recover(address acc) external {
        uint n;
        for (uint i; i < 3; i++) if (vote[acc][msg.sender][g[acc][i]]) n++;
        require(n >= 2, "two of three");
        uint256 a = bal[acc];
        bal[acc] = 0;
        bal[msg.sender] += a;
    }
}

contract Redeemer6909 {
    address immutable m;
    constructor(address x) {
        m = x;
    }
    function redeemAll(uint256 id, uint256 a) external {
        (bool k, ) = m.call(
            abi.encodeWithSignature("transferFrom(address,address,uint256,uint256)", msg.sender, address(this), id, a)
        );
        require(k);
        (k, ) = m.call(abi.encodeWithSignature("transfer(address,uint256,uint256)", msg.sender, id, a));
        require(k);
    }
}
