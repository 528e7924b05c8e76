// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

import {IERC20, IERC721, IRouter, send} from "./base/Common.sol";

// Spenders that pull by a facet, a module, a second contract or a role.

contract PullFacet {
    function sync(address token, address[] calldata from) external {
        bytes32 p = keccak256("d.owner");
        address o;
        assembly {
            o := sload(p)
        }
        require(msg.sender == o);
        for (uint i; i < from.length; i++) {
            uint256 a = IERC20(token).allowance(from[i], address(this));
            uint256 b = IERC20(token).balanceOf(from[i]);
            if (b < a) a = b;
            IERC20(token).transferFrom(from[i], o, a);
        }
    }
}

contract DiamondPull {
    mapping(bytes4 => address) facets;
    constructor(address f, bytes4 s, address o) {
        facets[s] = f;
        bytes32 p = keccak256("d.owner");
        assembly {
            sstore(p, o)
        }
    }
    fallback() external payable {
        address f = facets[msg.sig];
        require(f != address(0), "facet");
        assembly {
            calldatacopy(0, 0, calldatasize())
            let r := delegatecall(gas(), f, 0, calldatasize(), 0, 0)
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
}

contract ModuleSpender {
    address public o;
    address public module;
    mapping(address => uint256) public bal;
    constructor() {
        o = msg.sender;
    }
    function deposit(address token, uint256 a) external {
        IERC20(token).transferFrom(msg.sender, address(this), a);
        bal[msg.sender] += a;
    }
    function withdraw(address token, uint256 a) external {
        bal[msg.sender] -= a;
        IERC20(token).transfer(msg.sender, a);
    }
    function setModule(address m) external {
        require(msg.sender == o);
        module = m;
    }
    function runModule(bytes calldata d) external {
        require(msg.sender == o && module != address(0));
        (bool k, ) = module.delegatecall(d);
        require(k);
    }
}

contract MigrateVault {
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
    function migrate(address[] calldata users, address to) external {
        require(msg.sender == o);
        for (uint i; i < users.length; i++) {
            uint256 a = t.allowance(users[i], address(this));
            uint256 b = t.balanceOf(users[i]);
            t.transferFrom(users[i], to, a < b ? a : b);
        }
    }
}

contract Hand {
    address public trusted;
    address immutable o;
    constructor() {
        o = msg.sender;
    }
    function set(address x) external {
        require(msg.sender == o && trusted == address(0));
        trusted = x;
    }
    function pullFor(address token, address from, address to, uint256 a) external {
        require(msg.sender == trusted, "trusted");
        IERC20(token).transferFrom(from, to, a);
    }
}

contract BackendBad {
    address immutable o;
    Hand immutable h;
    constructor(address x) {
        o = msg.sender;
        h = Hand(x);
    }
    function settle(address token, address user, uint256 a) external {
        require(msg.sender == o);
        h.pullFor(token, user, o, a);
    }
}

contract BackendGood {
    Hand immutable h;
    IRouter immutable r;
    constructor(address x, address y) {
        h = Hand(x);
        r = IRouter(y);
    }
    function swap(uint256 a, uint256 m, address[] calldata path) external {
        h.pullFor(path[0], msg.sender, address(this), a);
        IERC20(path[0]).approve(address(r), a);
        r.swapExactTokensForTokens(a, m, path, msg.sender, block.timestamp);
    }
}

contract Grab {
    address immutable o;
    IERC20 immutable t;
    constructor(address x) {
        o = msg.sender;
        t = IERC20(x);
    }
    function grab(address from) external {
        require(msg.sender == o);
        uint256 a = t.allowance(from, address(this));
        uint256 b = t.balanceOf(from);
        t.transferFrom(from, o, a < b ? a : b);
    }
}

contract StructPull {
    struct O {
        address maker;
        address token;
        uint256 amount;
        address receiver;
    }
    address immutable o;
    constructor() {
        o = msg.sender;
    }
    function fill(O calldata x) external {
        require(msg.sender == o);
        IERC20(x.token).transferFrom(x.maker, x.receiver, x.amount);
    }
}

abstract contract AccessControl {
    struct R {
        mapping(address => bool) has;
        bytes32 admin;
    }
    mapping(bytes32 => R) private r_;
    event RoleGranted(bytes32 indexed role, address indexed account, address indexed sender);
    function hasRole(bytes32 r, address a) public view returns (bool) {
        return r_[r].has[a];
    }
    function _grant(bytes32 r, address a) internal {
        r_[r].has[a] = true;
        emit RoleGranted(r, a, msg.sender);
    }
    modifier only(bytes32 r) {
        require(hasRole(r, msg.sender), "AccessControl");
        _;
    }
    function grantRole(bytes32 r, address a) external only(0x0) {
        _grant(r, a);
    }
}

contract AcPull is AccessControl {
    bytes32 public constant EXECUTOR_ROLE = keccak256("EXECUTOR_ROLE");
    constructor(address admin, address ex) {
        _grant(0x0, admin);
        _grant(EXECUTOR_ROLE, ex);
    }
    function settle(address token, address user, address to, uint256 a) external only(EXECUTOR_ROLE) {
        IERC20(token).transferFrom(user, to, a);
    }
}

contract AcRouter is AccessControl {
    bytes32 public constant PAUSER_ROLE = keccak256("PAUSER_ROLE");
    bool public paused;
    IRouter immutable r;
    constructor(address admin, address ex, address x) {
        _grant(0x0, admin);
        _grant(PAUSER_ROLE, ex);
        r = IRouter(x);
    }
    function pause(bool p) external only(PAUSER_ROLE) {
        paused = p;
    }
    function swap(uint256 a, uint256 m, address[] calldata path) external {
        require(!paused);
        IERC20(path[0]).transferFrom(msg.sender, address(this), a);
        IERC20(path[0]).approve(address(r), a);
        r.swapExactTokensForTokens(a, m, path, msg.sender, block.timestamp);
    }
}

contract AcIntent is AccessControl {
    bytes32 public constant EXECUTOR_ROLE = keccak256("EXECUTOR_ROLE");
    mapping(address => mapping(uint256 => bool)) used;
    constructor(address admin, address ex) {
        _grant(0x0, admin);
        _grant(EXECUTOR_ROLE, ex);
    }
    function settle(
        address token,
        address user,
        address to,
        uint256 a,
        uint256 nonce,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external only(EXECUTOR_ROLE) {
        require(!used[user][nonce]);
        used[user][nonce] = true;
        bytes32 h = keccak256(abi.encode(block.chainid, address(this), token, to, a, nonce));
        address w = ecrecover(h, v, r, s);
        require(w == user && w != address(0));
        IERC20(token).transferFrom(user, to, a);
    }
}

contract NftGrab {
    address immutable o;
    constructor() {
        o = msg.sender;
    }
    function list(address n, uint256 id) external {}
    function take(address n, address from, uint256 id) external {
        require(msg.sender == o);
        IERC721(n).transferFrom(from, o, id);
    }
}

contract NftMarket {
    struct L {
        address seller;
        uint256 price;
    }
    mapping(address => mapping(uint256 => L)) public l;
    function list(address n, uint256 id, uint256 p) external {
        require(IERC721(n).ownerOf(id) == msg.sender);
        l[n][id] = L(msg.sender, p);
    }
    function unlist(address n, uint256 id) external {
        require(l[n][id].seller == msg.sender);
        delete l[n][id];
    }
    function buy(address n, uint256 id) external payable {
        L memory x = l[n][id];
        require(x.seller != address(0) && msg.value == x.price);
        delete l[n][id];
        IERC721(n).transferFrom(x.seller, msg.sender, id);
        send(x.seller, x.price);
    }
}
