// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

import {IToken, Tokens} from "../base/Tokens.sol";

/// @title Honest contracts that read the block, the gas or the time, each for a reason of its own.
/// @dev Each takes its dollar token at construction, is funded with dollars and ether, and was approved by the caller.
abstract contract Funded {
    address internal immutable token;
    constructor(address token_) payable { token = token_; }
    receive() external payable {}
    function _take(uint256 amount) internal { require(Tokens.pull(token, msg.sender, address(this), amount)); }
    function _give(address to, uint256 amount) internal { require(Tokens.push(token, to, amount)); }
    function _pay(address to, uint256 amount) internal { (bool sent,) = to.call{value: amount}(""); require(sent); }
}

abstract contract Items is Funded {
    event Transfer(address indexed from, address indexed to, uint256 indexed id);
    mapping(uint256 => address) public ownerOf;
    uint256 internal minted;
    function _mint(address to, uint256 id) internal {
        minted++;
        ownerOf[id] = to;
        emit Transfer(address(0), to, id);
    }
}

abstract contract Coin is Funded {
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    function _credit(address to, uint256 amount) internal { balanceOf[to] += amount; emit Transfer(address(0), to, amount); }
    function _move(address from, address to, uint256 amount) internal {
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        emit Transfer(from, to, amount);
    }
    function transfer(address to, uint256 amount) external returns (bool) { _move(msg.sender, to, amount); return true; }
}

/// @dev Shares that their holder redeems for the dollars paid in.
abstract contract Shares is Coin {
    function _redeem(uint256 shares, uint256 amount) internal {
        balanceOf[msg.sender] -= shares;
        emit Transfer(msg.sender, address(0), shares);
        _give(msg.sender, amount);
    }
}

contract DeadlineSwap is Funded {
    constructor(address t) payable Funded(t) {}
    function swap(uint256 amount, uint256 deadline) external {
        require(block.timestamp <= deadline, "expired");
        _take(amount);
        _pay(msg.sender, amount * 1e12 / 3_500);
    }
}

contract DutchAuction is Items {
    uint256 private immutable start = block.timestamp;
    constructor(address t) payable Funded(t) {}
    function buy() external payable {
        uint256 passed = block.timestamp - start;
        uint256 price = passed >= 30 days ? 0.01 ether : 0.1 ether - 0.09 ether * passed / 30 days;
        require(msg.value >= price);
        _mint(msg.sender, minted + 1);
        _pay(msg.sender, msg.value - price);
    }
}

contract EnglishAuction is Funded {
    address public leader;
    uint256 public bid;
    uint256 private immutable end = block.timestamp + 3 days;
    constructor(address t) payable Funded(t) {}
    function raise() external payable {
        require(block.timestamp < end && msg.value > bid);
        if (leader != address(0)) _pay(leader, bid);
        leader = msg.sender;
        bid = msg.value;
    }
}

contract RisingPrice is Items {
    uint256 private immutable start = block.timestamp;
    constructor(address t) payable Funded(t) {}
    function buy() external {
        _take(10e6 + (block.timestamp - start) * 5e6 / 1 days);
        _mint(msg.sender, minted + 1);
    }
}

contract LinearVesting is Funded {
    uint256 private immutable start = block.timestamp - 100 days;
    uint256 private released;
    constructor(address t) payable Funded(t) {}
    function release() external {
        uint256 vested = 400e6 * (block.timestamp - start) / 365 days;
        uint256 due = vested - released;
        released = vested;
        _give(msg.sender, due);
    }
}

contract CliffVesting is Funded {
    uint256 private immutable cliff = block.timestamp + 20 days;
    constructor(address t) payable Funded(t) {}
    function release() external {
        require(block.timestamp >= cliff, "cliff");
        _give(msg.sender, 100e6);
    }
}

contract LockedSavings is Coin {
    uint256 private immutable unlock = block.timestamp + 365 days;
    constructor(address t) payable Funded(t) {}
    function deposit(uint256 amount) external { _take(amount); _credit(msg.sender, amount); }
    function withdraw(uint256 amount) external {
        require(block.timestamp > unlock || amount == 0);
        balanceOf[msg.sender] -= amount;
        _give(msg.sender, amount);
    }
}

contract StakingRewards is Shares {
    uint256 private updated = block.timestamp;
    uint256 private perShare;
    uint256 private shares = 1e9;
    mapping(address => uint256) private paid;
    constructor(address t) payable Funded(t) {}
    function stake(uint256 amount) external {
        _update();
        _take(amount);
        shares += amount;
        _credit(msg.sender, amount);
        paid[msg.sender] = perShare;
    }
    function getReward() external {
        _update();
        uint256 due = balanceOf[msg.sender] * (perShare - paid[msg.sender]) / 1e24;
        paid[msg.sender] = perShare;
        if (due > 0) _give(msg.sender, due > 50e6 ? 50e6 : due);
    }
    function unstake(uint256 amount) external {
        _update();
        shares -= amount;
        _redeem(amount, amount);
    }
    function _update() private {
        perShare += (block.timestamp - updated) * 1e24 / shares;
        updated = block.timestamp;
    }
}

contract BlockFarm is Shares {
    uint256 private immutable end = block.number + 5_000_000;
    uint256 private last = block.number;
    uint256 private index;
    constructor(address t) payable Funded(t) {}
    function deposit(uint256 amount) external {
        uint256 to = block.number < end ? block.number : end;
        index += (to - last) * 1e12;
        last = to;
        _take(amount);
        _credit(msg.sender, amount);
    }
    function withdraw(uint256 amount) external { _redeem(amount, amount); }
}

contract Timelock is Funded {
    mapping(bytes32 => uint256) public ready;
    constructor(address t) payable Funded(t) {}
    function queue(bytes32 id) external { ready[id] = block.timestamp + 2 days; }
    function execute(bytes32 id) external payable {
        require(ready[id] != 0 && block.timestamp >= ready[id], "not ready");
        _pay(msg.sender, msg.value);
    }
}

contract RandomMint is Items {
    constructor(address t) payable Funded(t) {}
    function mint() external payable {
        require(msg.value == 0.05 ether);
        _mint(msg.sender, uint256(keccak256(abi.encode(block.prevrandao, msg.sender))) % 10_000);
    }
}

contract BlockhashMint is Items {
    constructor(address t) payable Funded(t) {}
    function mint() external payable {
        require(msg.value == 0.05 ether);
        _mint(msg.sender, uint256(keccak256(abi.encode(blockhash(block.number - 1), minted))) % 10_000);
    }
}

contract RandomReward is Funded {
    constructor(address t) payable Funded(t) {}
    function open() external payable {
        require(msg.value == 0.01 ether);
        _give(msg.sender, 10e6 + uint256(keccak256(abi.encode(block.prevrandao, block.timestamp, msg.sender))) % 40e6);
    }
}

contract CoinFlip is Funded {
    constructor(address t) payable Funded(t) {}
    function flip() external payable {
        if (block.prevrandao % 2 == 1) _pay(msg.sender, msg.value * 2 * 98 / 100);
    }
}

contract Lottery is Funded {
    address[] public players;
    uint256 private immutable end = block.timestamp + 7 days;
    constructor(address t) payable Funded(t) {}
    function enter() external payable {
        require(msg.value == 0.02 ether && block.timestamp < end);
        players.push(msg.sender);
    }
    function draw() external {
        require(players.length > 0);
        _pay(players[uint256(keccak256(abi.encode(block.prevrandao, players.length))) % players.length], 0.02 ether);
    }
}

contract Giveaway is Items {
    constructor(address t) payable Funded(t) {}
    function open() external {
        uint256 roll = uint256(keccak256(abi.encode(block.prevrandao, block.coinbase, block.timestamp, msg.sender))) % 100;
        _take(5e6);
        _mint(msg.sender, roll < 5 ? 1_000_000 + minted : minted);
    }
}

contract GasRefund is Funded {
    constructor(address t) payable Funded(t) {}
    function checkIn() external {
        uint256 before = gasleft();
        for (uint256 i = 0; i < 20; i++) assembly { sstore(add(i, 99), timestamp()) }
        _pay(msg.sender, (before - gasleft() + 21_000) * tx.gasprice);
    }
}

contract CappedRefund is Funded {
    constructor(address t) payable Funded(t) {}
    function poke() external {
        uint256 before = gasleft();
        assembly { sstore(9, number()) }
        uint256 priority = tx.gasprice - block.basefee;
        if (priority > 2 gwei) priority = 2 gwei;
        _pay(msg.sender, (before - gasleft() + 21_000) * (block.basefee + priority));
    }
}

contract CoinbaseTip is Funded {
    constructor(address t) payable Funded(t) {}
    function swapPrivately(uint256 amount) external payable {
        _take(amount);
        _pay(msg.sender, amount * 1e12 / 3_500);
        _pay(block.coinbase, msg.value);
    }
}

contract PercentTip is Funded {
    constructor(address t) payable Funded(t) {}
    function bundle() external payable {
        uint256 tip = msg.value / 10;
        _pay(block.coinbase, tip);
        _pay(msg.sender, msg.value - tip);
    }
}

contract CappedLaunch is Coin {
    constructor(address t) payable Funded(t) {}
    function buy() external payable {
        require(tx.gasprice <= block.basefee + 5 gwei, "no bots");
        _credit(msg.sender, msg.value * 1_000);
    }
}

contract FixedCapLaunch is Coin {
    constructor(address t) payable Funded(t) {}
    function buy() external payable {
        require(tx.gasprice <= 200 gwei, "gas price");
        _credit(msg.sender, msg.value * 1_000);
    }
}

contract FeeCappedOrder is Funded {
    constructor(address t) payable Funded(t) {}
    function fill(uint256 amount) external {
        require(block.basefee <= 100 gwei, "too dear");
        _take(amount);
        _pay(msg.sender, amount * 1e12 / 3_500);
    }
}

contract WaitsForCheapGas is Funded {
    constructor(address t) payable Funded(t) {}
    function fill(uint256 amount) external {
        require(block.basefee < 0.5 gwei, "wait");
        _take(amount);
        _pay(msg.sender, amount * 1e12 / 3_500);
    }
}

contract GasBoundLoop is Funded {
    uint256 public done;
    constructor(address t) payable Funded(t) {}
    function work(uint256 items) external {
        uint256 i = done;
        while (gasleft() > 60_000 && i < items) { assembly { sstore(add(i, 1000), 1) } i++; }
        done = i;
    }
}

contract GasGuard is Funded {
    constructor(address t) payable Funded(t) {}
    function relay(uint256 needed) external payable {
        require(gasleft() * 63 / 64 > needed, "gas");
        (bool done,) = msg.sender.call{value: msg.value, gas: gasleft() / 2}("");
        require(done);
    }
}

contract VotesCoin is Shares {
    struct Checkpoint { uint48 at; uint208 votes; }
    mapping(address => Checkpoint[]) private checkpoints;
    constructor(address t) payable Funded(t) { _credit(msg.sender, 1e24); }
    function deposit(uint256 amount) external { _take(amount); _credit(msg.sender, amount); _write(msg.sender, amount); }
    function withdraw(uint256 amount) external { _redeem(amount, amount); _write(msg.sender, 0); }
    function _write(address account, uint256 votes) private {
        Checkpoint[] storage list = checkpoints[account];
        uint256 length = list.length;
        if (length > 0 && list[length - 1].at == block.number) list[length - 1].votes = uint208(votes);
        else list.push(Checkpoint(uint48(block.number), uint208(votes)));
    }
}

contract Ballot is Funded {
    uint256 private immutable end = block.number + 50_400;
    mapping(address => bool) private voted;
    uint256[2] public tally;
    constructor(address t) payable Funded(t) {}
    function vote(uint256 side) external {
        require(block.number <= end && !voted[msg.sender]);
        voted[msg.sender] = true;
        tally[side]++;
    }
}

contract PermitCoin is Coin {
    bytes32 private immutable domain = keccak256(abi.encode(block.chainid, address(this)));
    constructor(address t) payable Funded(t) {}
    function permit(address owner, address spender, uint256 value, uint256 deadline, bytes32 proof) external {
        require(block.timestamp <= deadline && domain != proof);
        allowance[owner][spender] = value;
        emit Approval(owner, spender, value);
    }
}

contract Twap is Funded {
    uint256 private last = block.timestamp;
    uint256 private cumulative;
    uint256 private average = 3_500;
    constructor(address t) payable Funded(t) {}
    function swap(uint256 amount) external {
        uint32 elapsed = uint32(block.timestamp - last);
        if (elapsed > 0) {
            cumulative += average * elapsed;
            last = block.timestamp;
        }
        _take(amount);
        _pay(msg.sender, amount * 1e12 / average);
    }
}

contract Lending is Coin {
    uint256 private index = 1e18;
    uint256 private last = block.timestamp;
    mapping(address => uint256) private debt;
    constructor(address t) payable Funded(t) {}
    function borrow(uint256 amount) external payable {
        _accrue();
        debt[msg.sender] += amount * 1e18 / index;
        _credit(msg.sender, msg.value);
        _give(msg.sender, amount);
    }
    function repay() external {
        _accrue();
        uint256 due = debt[msg.sender] * index / 1e18;
        debt[msg.sender] = 0;
        _take(due);
    }
    function withdrawCollateral(uint256 amount) external {
        require(debt[msg.sender] == 0, "repay first");
        balanceOf[msg.sender] -= amount;
        _pay(msg.sender, amount);
    }
    function _accrue() private {
        index += index * (block.timestamp - last) * 5 / 100 / 365 days;
        last = block.timestamp;
    }
}

contract Subscription is Funded {
    uint256 private immutable began = block.timestamp - 1 days;
    mapping(address => uint256) private paidUntil;
    constructor(address t) payable Funded(t) {}
    function settle() external {
        uint256 since = paidUntil[msg.sender] == 0 ? began : paidUntil[msg.sender];
        paidUntil[msg.sender] = block.timestamp;
        _take((block.timestamp - since) * 1e6 / 1 days);
    }
}

contract Stream is Funded {
    uint256 private last = block.timestamp - 10 days;
    constructor(address t) payable Funded(t) {}
    function withdraw() external {
        uint256 due = (block.timestamp - last) * 2e6 / 1 days;
        last = block.timestamp;
        _give(msg.sender, due);
    }
}

contract RebasingCoin is Shares {
    uint256 private immutable start = block.timestamp;
    constructor(address t) payable Funded(t) {}
    function deposit(uint256 amount) external {
        _take(amount);
        _credit(msg.sender, amount * 1e18 / _index());
    }
    function withdraw(uint256 shares) external { _redeem(shares, shares * _index() / 1e18); }
    function _index() private view returns (uint256) { return 1e18 + (block.timestamp - start) * 1e9; }
}

contract OncePerBlock is Shares {
    mapping(address => uint256) private acted;
    constructor(address t) payable Funded(t) {}
    function deposit(uint256 amount) external {
        require(acted[msg.sender] < block.number, "same block");
        acted[msg.sender] = block.number;
        _take(amount);
        _credit(msg.sender, amount);
    }
    function withdraw(uint256 amount) external {
        require(acted[msg.sender] < block.number, "same block");
        acted[msg.sender] = block.number;
        _redeem(amount, amount);
    }
}

contract AntiBotCoin is Coin {
    uint256 private immutable launched = block.number;
    constructor(address t) payable Funded(t) {}
    function buy() external payable {
        uint256 amount = msg.value * 1_000;
        if (block.number < launched + 3) amount = amount * 90 / 100;
        _credit(msg.sender, amount);
    }
}

contract DecayingFee is Coin {
    uint256 private immutable launched = block.timestamp;
    constructor(address t) payable Funded(t) {}
    function buy() external payable {
        uint256 passed = block.timestamp - launched;
        uint256 fee = passed > 30 days ? 1 : 5 - passed * 4 / 30 days;
        _credit(msg.sender, msg.value * 1_000 * (100 - fee) / 100);
    }
}

contract CommitReveal is Items {
    uint256 private immutable committed = block.number;
    constructor(address t) payable Funded(t) {}
    function reveal() external {
        bytes32 seed = blockhash(committed);
        if (seed == 0) seed = blockhash(block.number - 1);
        _mint(msg.sender, uint256(seed) % 5_000);
    }
}

contract OnlyPeople is Items {
    constructor(address t) payable Funded(t) {}
    function mint() external {
        require(tx.origin == msg.sender && block.chainid != 0);
        _mint(msg.sender, minted + 1);
    }
}

contract KeeperReward is Funded {
    constructor(address t) payable Funded(t) {}
    function perform() external {
        uint256 before = gasleft();
        assembly { sstore(33, timestamp()) }
        uint256 price = tx.gasprice < 300 gwei ? tx.gasprice : 300 gwei;
        _pay(msg.sender, (before - gasleft() + 40_000) * price * 120 / 100);
    }
}

contract RelayFee is Funded {
    constructor(address t) payable Funded(t) {}
    function bridge() external payable {
        uint256 fee = tx.gasprice * 100_000;
        require(msg.value > fee, "fee");
        _pay(address(0xB41d6E), msg.value - fee);
    }
}

contract RandomnessOrder is Funded {
    mapping(uint256 => address) public requests;
    constructor(address t) payable Funded(t) {}
    function order() external payable {
        uint256 fee = tx.gasprice * 60_000 + 0.0001 ether;
        require(msg.value >= fee, "fee");
        requests[uint256(blockhash(block.number - 1))] = msg.sender;
        _pay(msg.sender, msg.value - fee);
    }
}

contract Faucet is Funded {
    mapping(address => uint256) private last;
    constructor(address t) payable Funded(t) {}
    function drip() external {
        require(block.timestamp > last[msg.sender] + 1 days);
        last[msg.sender] = block.timestamp;
        _give(msg.sender, 5e6);
    }
}

contract SaleWindow is Coin {
    uint256 private immutable opens = block.timestamp + 10 days;
    constructor(address t) payable Funded(t) {}
    function buy() external payable {
        require(block.timestamp >= opens && block.timestamp < opens + 60 days, "closed");
        _credit(msg.sender, msg.value * 1_000);
    }
}

contract DiscountBond is Coin {
    uint256 private immutable matures = block.timestamp + 180 days;
    constructor(address t) payable Funded(t) {}
    function buy(uint256 amount) external {
        _take(amount);
        _credit(msg.sender, amount * 100 / (100 - (matures - block.timestamp) * 5 / 180 days));
    }
}

contract OptionBook is Funded {
    uint256 private immutable expiry = block.timestamp + 14 days;
    constructor(address t) payable Funded(t) {}
    function exercise() external {
        require(block.timestamp <= expiry, "expired");
        _take(90e6);
        _pay(msg.sender, 0.03 ether);
    }
}

contract NameRent is Items {
    constructor(address t) payable Funded(t) {}
    function register(uint256 id, uint256 duration) external payable {
        uint256 price = duration * 0.01 ether / 365 days;
        require(msg.value >= price && block.timestamp + duration > block.timestamp);
        _mint(msg.sender, id);
        _pay(msg.sender, msg.value - price);
    }
}

contract FreshPriceOnly is Funded {
    uint256 private updated = block.timestamp;
    constructor(address t) payable Funded(t) {}
    function swap(uint256 amount) external {
        require(block.timestamp - updated < 6 hours, "stale");
        _take(amount);
        _pay(msg.sender, amount * 1e12 / 3_500);
    }
}

contract BuilderList is Funded {
    mapping(address => bool) public trusted;
    constructor(address t) payable Funded(t) { trusted[block.coinbase] = true; }
    function protectedSwap(uint256 amount) external {
        require(trusted[block.coinbase], "builder");
        _take(amount);
        _pay(msg.sender, amount * 1e12 / 3_500);
    }
}

contract DataFee is Funded {
    constructor(address t) payable Funded(t) {}
    function post() external payable {
        uint256 fee = block.basefee * 40_000;
        require(msg.value >= fee, "fee");
        _pay(msg.sender, msg.value - fee);
    }
}

contract EpochFarm is Shares {
    uint256 private immutable start = block.timestamp;
    mapping(uint256 => uint256) public epochTotal;
    constructor(address t) payable Funded(t) {}
    function join(uint256 amount) external {
        uint256 epoch = (block.timestamp - start) / 7 days;
        epochTotal[epoch] += amount;
        _take(amount);
        _credit(msg.sender, amount);
    }
    function leave(uint256 amount) external { _redeem(amount, amount); }
}

contract FeeLogger is Coin {
    event Paid(uint256 price, uint256 tip, address builder, uint256 limit);
    constructor(address t) payable Funded(t) {}
    function buy() external payable {
        emit Paid(tx.gasprice, tx.gasprice - block.basefee, block.coinbase, block.gaslimit);
        _credit(msg.sender, msg.value * 1_000);
    }
}

contract EarlyExitPenalty is Funded {
    uint256 private immutable since = block.timestamp;
    constructor(address t) payable Funded(t) {}
    function leave() external {
        uint256 penalty = block.timestamp > since + 90 days ? 0 : 10;
        _give(msg.sender, 100e6 * (100 - penalty) / 100);
    }
}

contract BalanceSweep is Funded {
    constructor(address t) payable Funded(t) {}
    function topUp() external payable {
        if (msg.sender.balance < 1 ether) _pay(msg.sender, 0.01 ether);
    }
}
