// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.19;

import {IERC20, send} from "./base/Common.sol";

// Rights over a deposit, given by address, root, hash or word.

contract MarginBook {
    mapping(address => uint256) public bal;
    mapping(address => address) public managerOf;
    function deposit() external payable {
        bal[msg.sender] += msg.value;
    }
    function withdraw(uint256 a) external {
        bal[msg.sender] -= a;
        send(msg.sender, a);
    }
    function setManager(address m) external {
        managerOf[msg.sender] = m;
    }
    function act(address acc, address to, uint256 a) external {
        require(managerOf[acc] == msg.sender || acc == msg.sender);
        bal[acc] -= a;
        send(to, a);
    }
}

contract MarginBookSafe {
    mapping(address => uint256) public bal;
    mapping(address => address) public managerOf;
    mapping(address => uint8) public leverage;
    function deposit() external payable {
        bal[msg.sender] += msg.value;
    }
    function withdraw(uint256 a) external {
        bal[msg.sender] -= a;
        send(msg.sender, a);
    }
    function setManager(address m) external {
        managerOf[msg.sender] = m;
    }
    function setLeverage(address acc, uint8 l) external {
        require(managerOf[acc] == msg.sender || acc == msg.sender);
        leverage[acc] = l;
    }
}

contract RootVault {
    address public owner;
    bytes32 public root;
    mapping(bytes32 => bool) public used;
    constructor() payable {
        owner = msg.sender;
    }
    receive() external payable {}
    function setRoot(bytes32 r) external {
        require(msg.sender == owner);
        root = r;
    }
    function withdraw(uint256 a) external {
        require(msg.sender == owner);
        send(owner, a);
    }
    function claim(uint256 a, bytes32[] calldata p) external {
        bytes32 h = keccak256(abi.encodePacked(msg.sender, a));
        require(!used[h]);
        used[h] = true;
        for (uint i; i < p.length; i++)
            h = h < p[i] ? keccak256(abi.encodePacked(h, p[i])) : keccak256(abi.encodePacked(p[i], h));
        require(h == root, "proof");
        send(msg.sender, a);
    }
}

contract NotaryVault {
    address public owner;
    bytes32 public root;
    event Notarised(bytes32);
    constructor() payable {
        owner = msg.sender;
    }
    receive() external payable {}
    function setRoot(bytes32 r) external {
        require(msg.sender == owner);
        root = r;
        emit Notarised(r);
    }
    function check(bytes32 leaf, bytes32[] calldata p) external view returns (bool) {
        bytes32 h = leaf;
        for (uint i; i < p.length; i++)
            h = h < p[i] ? keccak256(abi.encodePacked(h, p[i])) : keccak256(abi.encodePacked(p[i], h));
        return h == root;
    }
    function withdraw(uint256 a) external {
        require(msg.sender == owner);
        send(owner, a);
    }
}

contract SessionBook {
    mapping(address => uint256) public bal;
    mapping(address => bytes32) pending;
    mapping(address => mapping(bytes32 => bool)) live;
    mapping(address => string) public nick;
    function deposit() external payable {
        bal[msg.sender] += msg.value;
    }
    function withdraw(uint256 a) external {
        bal[msg.sender] -= a;
        send(msg.sender, a);
    }
    function propose(bytes32 h) external {
        pending[msg.sender] = h;
    }
    function activate() external {
        live[msg.sender][pending[msg.sender]] = true;
        delete pending[msg.sender];
    }
    function revoke(bytes32 h) external {
        live[msg.sender][h] = false;
    }
    function setNick(string calldata s) external {
        nick[msg.sender] = s;
    }
    function spend(address acc, address to, uint256 a) external {
        require(live[acc][keccak256(abi.encode(msg.sender))]);
        bal[acc] -= a;
        send(to, a);
    }
}

contract PermRegistry {
    mapping(address => mapping(address => uint256)) public level;
    mapping(address => address) public avatar;
    function setLevel(address wallet, address who, uint256 l) external {
        require(RegWallet(payable(wallet)).owner() == msg.sender);
        level[wallet][who] = l;
    }
    function setAvatar(address wallet, address pic) external {
        require(RegWallet(payable(wallet)).owner() == msg.sender);
        avatar[wallet] = pic;
    }
}

contract RegWallet {
    address public owner;
    PermRegistry reg;
    constructor(address r, address o) payable {
        owner = o;
        reg = PermRegistry(r);
    }
    receive() external payable {}
    function exec(address to, uint256 v, bytes calldata d) external {
        require(msg.sender == owner || reg.level(address(this), msg.sender) >= 3, "level");
        (bool k, ) = to.call{value: v}(d);
        require(k);
    }
}

contract RewardBook {
    IERC20 immutable t;
    mapping(address => uint256) public due;
    mapping(address => address) public claimer;
    bool immutable toUser;
    address immutable o;
    constructor(address a, bool u) {
        t = IERC20(a);
        toUser = u;
        o = msg.sender;
    }
    function accrue(address a, uint256 x) external {
        require(msg.sender == o);
        due[a] += x;
    }
    function setClaimer(address c) external {
        claimer[msg.sender] = c;
    }
    function claim() external {
        uint256 a = due[msg.sender];
        due[msg.sender] = 0;
        t.transfer(msg.sender, a);
    }
    function claimFor(address who) external {
        require(claimer[who] == msg.sender);
        uint256 a = due[who];
        due[who] = 0;
        t.transfer(toUser ? who : msg.sender, a);
    }
}

contract PackedPerm {
    mapping(address => uint256) public bal;
    mapping(address => mapping(address => uint96)) perm;
    mapping(address => uint256) public theme;
    function deposit() external payable {
        bal[msg.sender] += msg.value;
    }
    function withdraw(uint256 a) external {
        bal[msg.sender] -= a;
        send(msg.sender, a);
    }
    function setPermissions(uint256 w) external {
        perm[msg.sender][address(uint160(w >> 96))] = uint96(w);
    }
    function view_(address acc) external view returns (uint256) {
        require(perm[acc][msg.sender] & 1 == 1);
        return bal[acc];
    }
    function out(address acc, address to, uint256 a) external {
        require(perm[acc][msg.sender] & (1 << 7) != 0);
        bal[acc] -= a;
        send(to, a);
    }
}

contract HashOwner {
    bytes32 public next;
    address public owner;
    constructor(address o) payable {
        owner = o;
    }
    receive() external payable {}
    function commitOwner(bytes32 h) external {
        require(msg.sender == owner);
        next = h;
    }
    function take(bytes32 salt) external {
        require(keccak256(abi.encode(msg.sender, salt)) == next);
        owner = msg.sender;
    }
    function withdraw(uint256 a) external {
        require(msg.sender == owner);
        send(owner, a);
    }
}
