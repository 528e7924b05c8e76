// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

import {IERC20, IERC721, send} from "./base/Common.sol";

// Auctions, shops, lotteries, names and presales.

contract OwnPaint {
    address public immutable artist;
    address public topBidder;
    uint256 public top;
    event Bid(address, uint256);
    constructor() {
        artist = msg.sender;
    }
    function bid() external payable {
        require(msg.value > top);
        top = msg.value;
        topBidder = msg.sender;
        send(artist, msg.value);
        emit Bid(msg.sender, msg.value);
    }
}

contract EnglishAuction {
    IERC721 public nft;
    uint256 public id;
    address public seller;
    uint256 public end;
    address public topBidder;
    uint256 public top;
    bool public done;
    constructor(address n, uint256 i, address s, uint256 e) {
        nft = IERC721(n);
        id = i;
        seller = s;
        end = e;
    }
    function bid() external payable {
        require(block.timestamp < end && msg.value > top, "low");
        address p = topBidder;
        uint256 v = top;
        topBidder = msg.sender;
        top = msg.value;
        if (p != address(0)) send(p, v);
    }
    function settle() external {
        require(block.timestamp >= end && !done);
        done = true;
        nft.transferFrom(address(this), topBidder, id);
        send(seller, top);
    }
}

contract Shop721 {
    mapping(uint256 => address) public ownerOf;
    mapping(address => uint256) public balanceOf;
    uint256 public n;
    address immutable o;
    event Transfer(address indexed, address indexed, uint256 indexed);
    constructor() {
        o = msg.sender;
    }
    function buy(uint256) external payable {
        require(msg.value >= 0.05 ether, "price");
        uint256 id = ++n;
        ownerOf[id] = msg.sender;
        balanceOf[msg.sender]++;
        emit Transfer(address(0), msg.sender, id);
    }
    function transferFrom(address f, address t, uint256 id) external {
        require(ownerOf[id] == f && msg.sender == f);
        ownerOf[id] = t;
        balanceOf[f]--;
        balanceOf[t]++;
        emit Transfer(f, t, id);
    }
    function supportsInterface(bytes4 i) external pure returns (bool) {
        return i == 0x80ac58cd || i == 0x01ffc9a7;
    }
    function cash() external {
        require(msg.sender == o);
        send(o, address(this).balance);
    }
}

contract FakeClaim {
    address immutable o;
    event Claimed(address indexed who, uint256 reward);
    constructor() {
        o = msg.sender;
    }
    function claimReward() external payable {
        send(o, msg.value);
        emit Claimed(msg.sender, msg.value * 3);
    }
}

contract BlockLottery {
    address[] public players;
    uint256 public ends;
    constructor(uint256 e) {
        ends = e;
    }
    function enter() external payable {
        require(msg.value == 0.02 ether && block.timestamp < ends);
        players.push(msg.sender);
    }
    function draw() external {
        require(block.timestamp >= ends);
        address w = players[uint256(keccak256(abi.encode(block.prevrandao, players.length))) % players.length];
        send(w, address(this).balance);
    }
}

contract OwnerLottery {
    address immutable o;
    address[] public players;
    constructor() {
        o = msg.sender;
    }
    function enter() external payable {
        players.push(msg.sender);
    }
    function draw(address winner) external {
        require(msg.sender == o);
        send(winner, address(this).balance);
    }
}

contract Donation {
    address public immutable charity;
    event Donated(address indexed from, uint256 v, string note);
    mapping(address => uint256) public given;
    constructor(address c) {
        charity = c;
    }
    function donate(string calldata note) external payable {
        given[msg.sender] += msg.value;
        emit Donated(msg.sender, msg.value, note);
    }
    function collect() external {
        send(charity, address(this).balance);
    }
}

contract Doubler {
    address immutable o;
    event In(address, uint256);
    constructor() {
        o = msg.sender;
    }
    function participate() external payable {
        emit In(msg.sender, msg.value);
        send(o, msg.value);
    }
}

contract Names {
    mapping(bytes32 => uint256) public commits;
    mapping(bytes32 => address) public ownerOf;
    mapping(bytes32 => uint256) public expiry;
    address immutable o;
    uint256 public earned;
    event Registered(string name, address owner, uint256 until);
    constructor() {
        o = msg.sender;
    }
    function commit(bytes32 c) external {
        commits[c] = block.timestamp;
    }
    function register(string calldata name, address owner, uint256 dur, bytes32 secret) external payable {
        bytes32 c = keccak256(abi.encode(name, owner, dur, secret));
        require(commits[c] != 0 && block.timestamp >= commits[c] + 60, "commit first");
        bytes32 l = keccak256(bytes(name));
        require(expiry[l] < block.timestamp, "taken");
        uint256 p = (dur * 0.02 ether) / 365 days;
        require(msg.value >= p);
        earned += p;
        ownerOf[l] = owner;
        expiry[l] = block.timestamp + dur;
        emit Registered(name, owner, expiry[l]);
        if (msg.value > p) send(msg.sender, msg.value - p);
    }
    function cash() external {
        require(msg.sender == o);
        uint256 e = earned;
        earned = 0;
        send(o, e);
    }
}

contract GreedyNames {
    mapping(bytes32 => address) public ownerOf;
    address immutable o;
    event Registered(string name, address owner, uint256 until);
    constructor() {
        o = msg.sender;
    }
    function price(string calldata, uint256 dur) external pure returns (uint256) {
        return (dur * 0.02 ether) / 365 days;
    }
    function register(string calldata name, address owner, uint256 dur, bytes32) external payable {
        ownerOf[keccak256(bytes(name))] = owner;
        emit Registered(name, owner, block.timestamp + dur);
        send(o, address(this).balance);
    }
}

contract Presale {
    mapping(address => uint256) public paid;
    uint256 public raised;
    uint256 public immutable cap;
    uint256 public immutable end;
    address immutable o;
    IERC20 public immutable token;
    constructor(uint256 c, uint256 e, address t) {
        cap = c;
        end = e;
        o = msg.sender;
        token = IERC20(t);
    }
    function contribute() external payable {
        require(block.timestamp < end);
        paid[msg.sender] += msg.value;
        raised += msg.value;
    }
    function refund() external {
        require(block.timestamp >= end && raised < cap, "no refund");
        uint256 a = paid[msg.sender];
        paid[msg.sender] = 0;
        send(msg.sender, a);
    }
    function claim() external {
        require(block.timestamp >= end && raised >= cap);
        uint256 a = paid[msg.sender];
        paid[msg.sender] = 0;
        token.transfer(msg.sender, a * 1000);
    }
    function finish() external {
        require(block.timestamp >= end && raised >= cap && msg.sender == o);
        send(o, address(this).balance);
    }
}

contract PresaleNever {
    mapping(address => uint256) public paid;
    uint256 public raised;
    address immutable o;
    bool public open;
    constructor() {
        o = msg.sender;
    }
    function contribute() external payable {
        paid[msg.sender] += msg.value;
        raised += msg.value;
    }
    function claim() external view {
        require(open, "soon");
    }
    function finish() external {
        require(msg.sender == o);
        send(o, address(this).balance);
    }
}
