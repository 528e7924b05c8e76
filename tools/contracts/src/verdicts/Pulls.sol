// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

import {IERC20} from "./base/Common.sol";

// Spenders that pull what was approved, each with one guard.

contract RolePull {
    mapping(bytes32 => mapping(address => bool)) private roles;
    address public immutable treasury;
    bytes32 constant K = keccak256("KEEPER");
    constructor(address keeper, address t) {
        roles[K][keeper] = true;
        treasury = t;
    }
    function collect(address token, address from, uint256 a) external {
        require(roles[K][msg.sender], "role");
        IERC20(token).transferFrom(from, treasury, a);
    }
    function ping() external pure returns (bool) {
        return true;
    }
}

contract HashPull {
    bytes32 immutable h;
    constructor(bytes32 x) {
        h = x;
    }
    function collect(address token, address from, uint256 a, address to, bytes calldata secret) external {
        require(keccak256(secret) == h, "secret");
        IERC20(token).transferFrom(from, to, a);
    }
}

contract SigPull {
    address immutable signer;
    mapping(uint256 => bool) used;
    constructor(address s) {
        signer = s;
    }
    function collect(
        address token,
        address from,
        uint256 a,
        address to,
        uint256 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external {
        require(!used[nonce]);
        used[nonce] = true;
        require(ecrecover(keccak256(abi.encode(token, from, a, to, nonce)), v, r, s) == signer, "sig");
        IERC20(token).transferFrom(from, to, a);
    }
}

contract OpenExec {
    function execute(address target, bytes calldata d) external payable returns (bytes memory r) {
        bool k;
        (k, r) = target.call{value: msg.value}(d);
        require(k);
    }
}

contract CallerHash {
    bytes32 immutable h;
    constructor(bytes32 x) {
        h = x;
    }
    function collect(address token, address from, uint256 a) external {
        require(keccak256(abi.encode(msg.sender)) == h, "no");
        IERC20(token).transferFrom(from, msg.sender, a);
    }
}

contract InitPull {
    address public admin;
    address public impl;
    mapping(address => bool) public keeper;
    function initialize(address k) external {
        require(admin == address(0));
        admin = k;
        keeper[k] = true;
    }
    function collect(address token, address from, uint256 a) external {
        require(keeper[msg.sender]);
        IERC20(token).transferFrom(from, admin, a);
    }
}

contract Proxy {
    constructor(address i, bytes memory d) {
        assembly {
            sstore(0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc, i)
        }
        (bool k, ) = i.delegatecall(d);
        require(k);
    }
    fallback() external payable {
        assembly {
            let i := sload(0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc)
            calldatacopy(0, 0, calldatasize())
            let r := delegatecall(gas(), i, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch r
            case 0 {
                revert(0, returndatasize())
            }
            default {
                return(0, returndatasize())
            }
        }
    }
    receive() external payable {}
}

contract TwoStep {
    address immutable o;
    struct J {
        address token;
        address from;
        uint256 a;
        address to;
        uint256 at;
    }
    J[] public q;
    constructor() {
        o = msg.sender;
    }
    function queue(address token, address from, uint256 a, address to) external {
        require(msg.sender == o);
        q.push(J(token, from, a, to, block.timestamp + 1 hours));
    }
    function run(uint256 i) external {
        J memory j = q[i];
        require(block.timestamp >= j.at);
        delete q[i];
        IERC20(j.token).transferFrom(j.from, j.to, j.a);
    }
}

contract ArmedPull {
    address immutable o;
    uint256 public armedAt;
    constructor() {
        o = msg.sender;
    }
    function arm() external {
        require(msg.sender == o);
        armedAt = block.timestamp;
    }
    function collect(address token, address from, uint256 a) external {
        require(msg.sender == o && armedAt != 0 && block.timestamp >= armedAt + 3 days, "not armed");
        IERC20(token).transferFrom(from, o, a);
    }
}

contract OriginPull {
    address immutable o;
    constructor(address x) {
        o = x;
    }
    function collect(address token, address from, uint256 a) external {
        require(tx.origin == o);
        IERC20(token).transferFrom(from, o, a);
    }
}

contract OrderPull {
    struct Order {
        address maker;
        address token;
        uint256 amount;
        address receiver;
        uint256 minOut;
    }
    mapping(address => bool) ops;
    constructor(address op) {
        ops[op] = true;
    }
    function fill(Order calldata x) external {
        require(ops[msg.sender], "operator");
        IERC20(x.token).transferFrom(x.maker, x.receiver, x.amount);
    }
}

contract CloneArgs {
    address immutable op;
    address immutable tr;
    constructor(address a, address b) {
        op = a;
        tr = b;
    }
    function x3f(address[3] calldata w, uint256 a) external {
        require(msg.sender == op || msg.sender == tr);
        IERC20(w[0]).transferFrom(w[1], w[2], a);
    }
}

contract DelayedOwner {
    address public owner;
    address public pending;
    uint256 public readyAt;
    constructor() {
        owner = address(0);
        pending = msg.sender;
        readyAt = block.timestamp + 60 days;
    }
    function accept() external {
        require(msg.sender == pending && block.timestamp >= readyAt);
        owner = pending;
    }
    function collect(address token, address from, uint256 a) external {
        require(msg.sender == owner, "owner");
        IERC20(token).transferFrom(from, owner, a);
    }
}

contract PlainPull {
    address immutable o;
    constructor() {
        o = msg.sender;
    }
    function pull(address token, address from, uint256 a) external {
        require(msg.sender == o);
        IERC20(token).transferFrom(from, o, a);
    }
}

contract ArrayPull {
    address immutable o;
    constructor() {
        o = msg.sender;
    }
    function pull(address token, address[] calldata from, uint256 a) external {
        require(msg.sender == o);
        for (uint i; i < from.length; i++) IERC20(token).transferFrom(from[i], o, a);
    }
}

contract SelfRole {
    mapping(bytes32 => mapping(address => bool)) roles;
    constructor() {
        roles[keccak256("K")][msg.sender] = true;
    }
    function pull(address token, address from, uint256 a) external {
        require(roles[keccak256("K")][msg.sender]);
        IERC20(token).transferFrom(from, msg.sender, a);
    }
}

contract OpenRun {
    function run(address t, bytes calldata d) external {
        (bool k, ) = t.call(d);
        require(k);
    }
}

contract OpenPull {
    function pull(address token, address from, address to, uint256 a) external {
        IERC20(token).transferFrom(from, to, a);
    }
}
