// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

interface IToken {
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// What a member owes each month, and since when.
abstract contract Club {
    IToken public immutable token;
    address public immutable manager;
    address public immutable till;

    constructor(IToken token_, address till_) {
        token = token_;
        till = till_;
        manager = msg.sender;
    }
}

/// Fees are those of today: the manager raises what members agreed to.
contract TodaysFee is Club {
    uint256 public fee = 20e6;
    mapping(address => uint256) public paidUntil;

    constructor(IToken token_, address till_) Club(token_, till_) {}

    function join() external {
        require(token.transferFrom(msg.sender, till, fee));
        paidUntil[msg.sender] = block.timestamp + 30 days;
    }

    function leave() external {
        delete paidUntil[msg.sender];
    }

    function setFee(uint256 next) external {
        require(msg.sender == manager);
        fee = next;
    }

    function collect(address member) external {
        uint256 due = paidUntil[member];
        require(due != 0 && due <= block.timestamp);
        paidUntil[member] = due + 30 days;
        require(token.transferFrom(member, till, fee));
    }
}

/// Fees are those that each member agreed to.
contract AgreedFee is Club {
    struct Membership {
        uint128 fee;
        uint128 paidUntil;
    }

    uint128 public fee = 20e6;
    mapping(address => Membership) public members;

    constructor(IToken token_, address till_) Club(token_, till_) {}

    function join() external {
        require(token.transferFrom(msg.sender, till, fee));
        members[msg.sender] = Membership(fee, uint128(block.timestamp + 30 days));
    }

    function leave() external {
        delete members[msg.sender];
    }

    function setFee(uint128 next) external {
        require(msg.sender == manager);
        fee = next;
    }

    function collect(address member) external {
        Membership storage one = members[member];
        require(one.paidUntil != 0 && one.paidUntil <= block.timestamp);
        one.paidUntil += 30 days;
        require(token.transferFrom(member, till, one.fee));
    }
}

/// A coin that others destroy against an allowance.
contract OldCoin {
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    uint256 public totalSupply;
    event Transfer(address indexed from, address indexed to, uint256 amount);
    event Approval(address indexed owner, address indexed spender, uint256 amount);

    constructor() {
        totalSupply = 1_000_000e18;
        balanceOf[msg.sender] = totalSupply;
        emit Transfer(address(0), msg.sender, totalSupply);
    }

    function decimals() external pure returns (uint8) {
        return 18;
    }

    function symbol() external pure returns (string memory) {
        return "OLD";
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        emit Approval(msg.sender, spender, amount);
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        emit Transfer(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        emit Transfer(from, to, amount);
        return true;
    }

    function retire(address from, uint256 amount) external {
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        totalSupply -= amount;
        emit Transfer(from, address(0), amount);
    }
}

/// Old coins become new ones, one for one: whoever calls has them.
contract CallersSwap {
    OldCoin public immutable old;
    mapping(address => uint256) public balanceOf;
    event Transfer(address indexed from, address indexed to, uint256 amount);

    constructor(OldCoin old_) {
        old = old_;
    }

    function swap(address holder, uint256 amount) external {
        old.retire(holder, amount);
        balanceOf[msg.sender] += amount;
        emit Transfer(address(0), msg.sender, amount);
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        emit Transfer(msg.sender, to, amount);
        return true;
    }
}

/// The same: the holder has them, whoever calls.
contract HoldersSwap {
    OldCoin public immutable old;
    mapping(address => uint256) public balanceOf;
    event Transfer(address indexed from, address indexed to, uint256 amount);

    constructor(OldCoin old_) {
        old = old_;
    }

    function swap(address holder, uint256 amount) external {
        old.retire(holder, amount);
        balanceOf[holder] += amount;
        emit Transfer(address(0), holder, amount);
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        emit Transfer(msg.sender, to, amount);
        return true;
    }
}
